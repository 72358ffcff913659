import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { useSiteForm } from './site-form.ts';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The setting's path in the server's errors. */
  path: string;
  maxLength: number;
  /** Number of rows of a multiline field. */
  rows?: number;
  type?: 'text' | 'email' | 'tel' | 'url';
  hint?: string;
  className?: string;
}

/** The field of one text setting. */
export function TextField({
  label,
  value,
  onChange,
  path,
  rows,
  hint,
  className,
  ...rest
}: TextFieldProps) {
  const { errors } = useSiteForm();
  return (
    <Field
      label={label}
      error={errors[path]}
      {...(hint === undefined ? {} : { hint })}
      {...(className === undefined ? {} : { className })}
    >
      {(control) =>
        rows === undefined ? (
          <Input
            {...control}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Textarea
            {...control}
            rows={rows}
            maxLength={rest.maxLength}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
