import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { SpinnerIcon } from '../waiting/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Shows a spinner and `busyLabel`. The button ignores presses but keeps focus, which
   * `disabled` would lose.
   */
  busy?: boolean;
  /** The label while busy, such as 'Sending...'; defaults to the usual label. */
  busyLabel?: ReactNode;
}

/**
 * A button. It submits a form only with `type="submit"`. With `aria-disabled` it ignores presses
 * and keeps focus, as while busy.
 */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  busyLabel,
  className,
  disabled = false,
  'aria-disabled': ariaDisabled = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isIgnoringPresses = busy || ariaDisabled === true;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !busy}
      aria-disabled={isIgnoringPresses || undefined}
      onClick={isIgnoringPresses ? ignorePress : onClick}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy && <SpinnerIcon className="size-4" />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

/**
 * Also prevents Enter in a field from submitting the form because browsers turn it into a click on
 * the submit button.
 */
const ignorePress = (event: MouseEvent) => event.preventDefault();
