import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { PendingInvitations } from '../../../data-list/pending-invitations.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';
import { officeInvitationsQuery } from './office-dashboard-queries.ts';

/** Invites agents by email and lists the pending invitations. */
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
          {failureText(invite.error, 'The invitation could not be sent.')}
        </Banner>
      )}
      <PendingInvitations list={list} revoke={revoke} />
    </section>
  );
}
