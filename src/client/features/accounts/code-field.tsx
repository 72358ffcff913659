import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import type { AccountFieldProps } from './account-form.tsx';

/** A field for a code from an authenticator app or for a recovery code. */
export function CodeField({
  registered,
  error,
  hint,
}: Omit<AccountFieldProps, 'label'> & { hint: string }) {
  return (
    <Field label="Code" hint={hint} error={error?.message}>
      {(control) => (
        <Input
          {...control}
          {...registered}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
