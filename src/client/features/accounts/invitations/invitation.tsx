import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AuthResponse } from '#shared/schemas/auth.ts';
import type { AcceptInvitation, OpenedInvitation } from '#shared/schemas/offices/invitation.ts';
import type { ApiError } from '../../../api/api-error.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { applyFieldErrors } from '../../../forms/form-errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { PageSpinner } from '../../../ui/waiting/page-spinner.tsx';
import { AccountForm, PasswordField } from '../account-form.tsx';
import { AccountHeader } from '../account-header.tsx';
import { FocusOnMount } from '../focus-on-mount.tsx';

/**
 * An invitation and the ways to accept it (docs/product/offices.md, Invitations).
 *
 * @param props.token '' when the URL has none
 */
export function Invitation({ token }: { token: string }) {
  const session = useSession();
  const [isAccepted, setIsAccepted] = useState(false);
  const invitation = useQuery({
    ...apiQuery('GET /invitation', { query: { token } }),
    // An accepted invitation can no longer be fetched.
    enabled: token !== '' && !isAccepted,
    staleTime: Infinity,
  });
  if (token === '') return <InvalidLink />;
  if (invitation.isError)
    return invitation.error.status === 400 ? (
      <InvalidLink />
    ) : (
      <>
        <h1 className="sr-only">Your invitation</h1>
        <LoadError
          title="Could not load the invitation."
          isRetrying={invitation.isFetching}
          onRetry={() => void invitation.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      </>
    );
  if (isAccepted || invitation.isPending || session.status === 'loading') return <PageSpinner />;
  const onAccepted = () => setIsAccepted(true);
  return (
    <>
      <AccountHeader title={`Join ${invitation.data.office?.name ?? 'us'}`}>
        {invitationText(invitation.data)}
      </AccountHeader>
      {session.status === 'signed-in' ? (
        <AcceptWithCurrentAccount
          token={token}
          email={session.user.email}
          onAccepted={onAccepted}
        />
      ) : (
        <AcceptWithNewAccount token={token} email={invitation.data.email} onAccepted={onAccepted} />
      )}
    </>
  );
}

function invitationText({ office, invitedBy, role }: OpenedInvitation): string {
  const inviter = invitedBy ?? 'Someone';
  if (office !== null) return `${inviter} invited you to work as an agent at ${office.name}.`;
  return `${inviter} invited you${role === 'user' ? '' : ` as an ${role}`}.`;
}

interface AcceptProps {
  token: string;
  email: string;
  onAccepted: () => void;
}

function useAcceptInvitation(
  { token, onAccepted }: Pick<AcceptProps, 'token' | 'onAccepted'>,
  onError: (error: ApiError) => void = () => undefined,
) {
  const { signIn, updateUser } = useSession();
  const navigate = useNavigate();
  return useApiMutation(
    (api, values: Omit<AcceptInvitation, 'token'>) =>
      api.call('POST /invitations/accept', { json: { token, ...values } }),
    {
      onSuccess({ token: session, ...user }: AuthResponse) {
        onAccepted();
        if (session === undefined) updateUser(user);
        else signIn({ ...user, token: session });
        void navigate(user.role === 'user' ? pagePaths.home() : pagePaths.overview(), {
          replace: true,
        });
      },
      onError,
    },
  );
}

function AcceptWithCurrentAccount({ email, ...props }: AcceptProps) {
  const accept = useAcceptInvitation(props);
  return (
    <>
      <p className="mb-5 [overflow-wrap:anywhere] text-ink-soft">
        You’re signed in as {email}. Accepting the invitation updates this account.
      </p>
      {accept.isError && (
        <Banner tone="error" className="mb-4">
          {failureText(accept.error, 'The invitation could not be accepted.')}
        </Banner>
      )}
      <Button busy={accept.isPending} onClick={() => accept.mutate({})}>
        Accept invitation
      </Button>
    </>
  );
}

function AcceptWithNewAccount({ email, ...props }: AcceptProps) {
  const form = useForm<{ name: string; password: string }>({
    defaultValues: { name: '', password: '' },
  });
  const { errors } = form.formState;
  const [isEmailTaken, setIsEmailTaken] = useState(false);
  const accept = useAcceptInvitation(props, (error) => {
    applyFieldErrors(error, form);
    setIsEmailTaken(error.code === 'EMAIL_TAKEN');
  });
  const state = { returnTo: pagePaths.invitation(props.token) };
  return (
    <>
      <AccountForm
        // The server validates the fields.
        onBegin={() => undefined}
        onSubmit={form.handleSubmit((values) => accept.mutate(values))}
        failure={
          accept.isError ? failureText(accept.error, 'The invitation could not be accepted.') : null
        }
        busy={accept.isPending || accept.isSuccess}
        submitLabel="Create account and accept"
        busyLabel="Creating account..."
      >
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <p className="[overflow-wrap:anywhere] text-ink-soft">Your new account is for {email}.</p>
        <Field label="Full Name" error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
        </Field>
        <PasswordField
          label="Password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          registered={form.register('password')}
          error={errors.password}
          autoComplete="new-password"
        />
      </AccountForm>
      <div className="mt-6 grid gap-3">
        <p className="text-ink-soft">
          {isEmailTaken ? 'Sign in to the account with this address.' : 'Already have an account?'}
        </p>
        <LinkButton href={pagePaths.login()} state={state} variant="secondary">
          Sign in
        </LinkButton>
        <LinkButton href={pagePaths.register()} state={state} variant="quiet">
          Register with another address
        </LinkButton>
      </div>
    </>
  );
}

function InvalidLink() {
  return (
    <FocusOnMount>
      <AccountHeader title="This link does not work">
        The invitation was used or revoked, or has expired. Ask for a new one.
      </AccountHeader>
      <LinkButton href={pagePaths.home()}>Go to the home page</LinkButton>
    </FocusOnMount>
  );
}
