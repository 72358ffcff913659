import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { applyFieldErrors } from '../../forms/form-errors.ts';
import { schemaResolver } from '../../forms/schema-resolver.ts';
import { Button } from '../../ui/actions/button.tsx';
import { AccountForm, EmailField } from './account-form.tsx';
import { AccountHeader } from './account-header.tsx';
import { FocusOnMount } from './focus-on-mount.tsx';

const rules = schemaResolver(
  async () => (await import('#shared/schemas/auth.ts')).forgotPasswordSchema,
);

/**
 * Requests an email with a link to choose a new password (docs/product/accounts.md, Forgotten
 * passwords).
 */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<{ email: string }, unknown, { email: string }>({ resolver: rules.resolver });
  const requestLink = useApiMutation(
    (api, values: { email: string }) => api.call('POST /auth/forgot-password', { json: values }),
    {
      onSuccess: (_, values) => setSentTo(values.email),
      onError: (error) => applyFieldErrors(error, form),
    },
  );

  if (sentTo !== null) {
    return (
      <FocusOnMount>
        <AccountHeader title="Check your email">
          If there’s an account for{' '}
          <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{sentTo}</strong>, we
          sent a reset link. It works once and expires in 1 hour.
        </AccountHeader>
        <Button variant="secondary" onClick={() => setSentTo(null)}>
          Use another address
        </Button>
      </FocusOnMount>
    );
  }
  return (
    <>
      <AccountHeader title="Forgot your password?">
        Enter your email and we’ll send you a reset link.
      </AccountHeader>
      <AccountForm
        onBegin={rules.preload}
        onSubmit={form.handleSubmit((values) => requestLink.mutate(values))}
        failure={
          requestLink.isError
            ? failureText(requestLink.error, 'The email could not be sent.')
            : null
        }
        busy={requestLink.isPending}
        submitLabel="Send link"
        busyLabel="Sending..."
      >
        <EmailField
          label="Email address"
          registered={form.register('email')}
          error={form.formState.errors.email}
        />
      </AccountForm>
    </>
  );
}
