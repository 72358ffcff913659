import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH, PROFILE_BANNER_MS } from '#shared/limits.ts';
import type { PasswordChange } from '#shared/schemas/user.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { useTemporaryNotice } from '../../forms/use-temporary-notice.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { FormNotice } from './form-notice.tsx';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/user.ts')).passwordChangeSchema,
);
const EMPTY: PasswordChange = { currentPassword: '', newPassword: '' };

/**
 * Replaces the current password with a new one (docs/product/accounts.md, Profile). Ends every
 * other session of the account.
 *
 * @param email of the account, for password managers
 */
export function ChangePasswordForm({ email }: { email: string }) {
  const [notice, show] = useTemporaryNotice(PROFILE_BANNER_MS);
  const form = useForm<PasswordChange, unknown, PasswordChange>({
    resolver: rules.resolver,
    defaultValues: EMPTY,
  });
  const { errors } = form.formState;
  const change = useApiMutation(
    (api, values: PasswordChange) => api.call('PUT /users/profile/password', { json: values }),
    {
      onMutate: () => show(null),
      onSuccess: () => {
        form.reset(EMPTY);
        show({ tone: 'success', text: 'Password changed successfully!' });
      },
      onError: (error) => {
        applyFieldErrors(error, form);
        if (error.code === 'WRONG_PASSWORD') form.setFocus('currentPassword');
        show({ tone: 'error', text: failureText(error, 'Failed to change password.') });
      },
    },
  );

  return (
    <form
      noValidate
      method="post"
      onFocusCapture={rules.preload}
      onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
      className="grid gap-5"
    >
      {/* Identifies the account to password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current Password" error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('currentPassword')}
            required
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field
        label="New Password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. You’ll be signed out on other devices.`}
        error={errors.newPassword?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('newPassword')}
            required
            autoComplete="new-password"
          />
        )}
      </Field>
      <FormNotice notice={notice}>
        <Button type="submit" busy={change.isPending} busyLabel="Updating...">
          Update Password
        </Button>
      </FormNotice>
    </form>
  );
}
