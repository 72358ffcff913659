import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { formatDate } from '#shared/format/dates.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { officeInvitationsQuery } from './office-desk-queries.ts';

/** Invites agents by email, and lists the open invitations. */
export function OfficeInvitations({ officeId }: { officeId: string }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const list = useQuery(officeInvitationsQuery(officeId));
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: ['GET /offices/:id/invitations'] });
  const invite = useApiMutation(
    (api) =>
      api.call('POST /offices/:id/invitations', { params: { id: officeId }, json: { email } }),
    {
      onSuccess: (sent) => {
        setEmail('');
        showToast({ tone: 'success', text: `${sent.email} was invited.` });
      },
      onSettled,
    },
  );
  const revoke = useApiMutation(
    (api, invitationId: string) =>
      api.call('DELETE /offices/:id/invitations/:invitationId', {
        params: { id: officeId, invitationId },
      }),
    { onSettled },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    invite.mutate();
  }
  return (
    <section aria-labelledby="office-invitations" className="mt-8 max-w-2xl">
      <h2 id="office-invitations" className="mb-3 text-lg font-semibold">
        Invitations
      </h2>
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field
          label="Email"
          labelHidden
          className="min-w-0 flex-1 basis-60"
          error={invite.error?.fieldErrors['email']}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              placeholder="agent@example.com"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" busy={invite.isPending} busyLabel="Inviting...">
          Invite
        </Button>
      </form>
      {invite.error !== null && invite.error.fieldErrors['email'] === undefined && (
        <Banner tone="error" className="mt-3">
          {failureText(invite.error, 'The invitation was not sent.')}
        </Banner>
      )}
      {revoke.isError && (
        <Banner tone="error" className="mt-3">
          {failureText(revoke.error, 'The invitation was not revoked.')}
        </Banner>
      )}
      {list.data === undefined && list.isError && (
        <LoadError
          title="Could not load the invitations."
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        >
          Please try again in a moment.
        </LoadError>
      )}
      {list.data?.items.length === 0 && <p className="mt-4 text-ink-soft">No open invitations.</p>}
      <ul className="mt-4 grid gap-2">
        {list.data?.items.map(({ _id, email: invited, expiresAt }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {invited}
              <span className="block text-sm text-ink-soft">
                Good until {formatDate(expiresAt)}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Revoke the invitation of ${invited}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(_id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
