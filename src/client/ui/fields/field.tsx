import { useId, type ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** Props that connect a control to its label, hint, and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Whether to show the label only to screen readers, if the context is clear. */
  labelHidden?: boolean;
  /** A hint below the control. */
  hint?: ReactNode;
  /** The error, in red below the control (docs/product/pages.md, Loading and errors). */
  error?: string | undefined;
  className?: string;
  /** The control: `{(control) => <Input {...control} name="email" />}`. */
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label, hint, and error. */
export function Field({
  label,
  labelHidden = false,
  hint,
  error,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const hasError = error !== undefined && error !== '';
  const describedBy = cx(hint !== undefined && hintId, hasError && errorId);
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'label'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': hasError || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
