import { useForm } from 'react-hook-form';
import type { ApiError } from '../../../api/api-error.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import type { ButtonVariant } from '../../../ui/actions/button-class.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { PasswordInput } from '../../../ui/fields/password-input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { CodeField } from '../code-field.tsx';

type Values = { currentPassword: string; code: string };

/**
 * Asks for the current password and, if needed, a code before a change to the account's security.
 */
export function ConfirmPasswordForm({
  email,
  submitLabel,
  variant = 'primary',
  busy,
  error,
  requiresCode = false,
  onSubmit,
  onCancel,
}: {
  /** For password managers. */
  email: string;
  submitLabel: string;
  variant?: ButtonVariant;
  busy: boolean;
  error: ApiError | null;
  requiresCode?: boolean;
  onSubmit: (values: Values) => void;
  onCancel?: (() => void) | undefined;
}) {
  const form = useForm<Values>({ defaultValues: { currentPassword: '', code: '' } });
  const { errors } = form.formState;
  const failure = error === null ? null : failureText(error, 'Something went wrong.');
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
      className="grid gap-5"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('currentPassword', { required: 'Current password is required.' })}
            autoComplete="current-password"
          />
        )}
      </Field>
      {requiresCode && (
        <CodeField
          registered={form.register('code', { required: 'Enter the code.' })}
          error={errors.code}
          hint="From your authenticator app, or a recovery code."
        />
      )}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} busy={busy}>
          {submitLabel}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
