import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { AccountForm, PasswordField } from './account-form.tsx';
import { AccountHeader } from './account-header.tsx';
import { FocusOnMount } from './focus-on-mount.tsx';

type ResetForm = { token: string; password: string };

const rules = schemaResolver(
  async () => (await import('#shared/schemas/auth.ts')).resetPasswordSchema,
);

/**
 * Sets a new password with the token from the email (docs/product/accounts.md, Forgotten
 * passwords).
 *
 * @param token '' when the URL has none
 */
export function ResetPasswordForm({ token }: { token: string }) {
  const form = useForm<ResetForm, unknown, ResetForm>({
    resolver: rules.resolver,
    values: { token, password: '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = form.formState;
  const reset = useApiMutation(
    (api, values: ResetForm) => api.call('POST /auth/reset-password', { json: values }),
    { onError: (error) => applyFieldErrors(error, form) },
  );

  if (token === '') return <InvalidLink />;
  if (reset.error?.code === 'RESET_TOKEN_INVALID') return <InvalidLink />;
  if (reset.isSuccess) {
    return (
      <FocusOnMount>
        <AccountHeader title="Your new password is set">
          All devices are signed out, and passkeys no longer work. Sign in with the new password.
        </AccountHeader>
        <LinkButton href={pagePaths.login()}>Sign in</LinkButton>
      </FocusOnMount>
    );
  }
  return (
    <>
      <AccountHeader title="Choose a new password">
        This replaces your current password.
      </AccountHeader>
      <AccountForm
        onBegin={rules.preload}
        onSubmit={form.handleSubmit((values) => reset.mutate(values))}
        failure={reset.isError ? failureText(reset.error, 'The password could not be set.') : null}
        busy={reset.isPending}
        submitLabel="Set password"
        busyLabel="Saving..."
      >
        <PasswordField
          label="New Password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          registered={form.register('password')}
          error={errors.password}
          autoComplete="new-password"
        />
      </AccountForm>
    </>
  );
}

function InvalidLink() {
  return (
    <FocusOnMount>
      <AccountHeader title="This link does not work">
        This link expired or was already used. Request a new one.
      </AccountHeader>
      <LinkButton href={pagePaths.forgotPassword()}>Send a new link</LinkButton>
    </FocusOnMount>
  );
}
