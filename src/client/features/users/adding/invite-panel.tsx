import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Role } from '#shared/schemas/user.ts';
import { allPagesQuery } from '../../../api/api-queries.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { officeChoicesQuery } from '../../../data-list/office-choices.ts';
import { PendingInvitations } from '../../../data-list/pending-invitations.tsx';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Banner } from '../../../ui/notices/banner.tsx';
import { ROLE_LABELS, ROLE_OPTIONS } from '../user-queries.ts';

const pendingInvitationsQuery = allPagesQuery('GET /invitations', (page) => ({
  query: { page, limit: 100 },
}));

/**
 * Invites users by email and lists the pending invitations (docs/product/offices.md, Invitations).
 */
export function InvitePanel() {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [officeId, setOfficeId] = useState('');
  const offices = useQuery({ ...officeChoicesQuery, enabled: role === 'agent' });
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['GET /invitations'] });
  const invite = useApiMutation(
    (api) =>
      api.call('POST /invitations', {
        json: { email, role, ...(role === 'agent' && officeId !== '' && { officeId }) },
      }),
    { onSuccess: () => setEmail(''), onSettled },
  );
  const { error } = invite;
  const fieldError = error?.fieldErrors['email'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Email"
          hint="The link works once and expires in 7 days. New users choose their own password."
          error={fieldError}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              options={ROLE_OPTIONS}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
            />
          )}
        </Field>
        {role === 'agent' && (offices.data?.length ?? 0) > 0 && (
          <Field label="Office (optional)">
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: '', label: 'No office' },
                  ...(offices.data ?? []).map(({ _id, name }) => ({
                    value: _id,
                    label: name,
                  })),
                ]}
                value={officeId}
                onChange={(event) => setOfficeId(event.target.value)}
              />
            )}
          </Field>
        )}
        {error !== null && fieldError === undefined && (
          <Banner tone="error">{failureText(error, 'The invitation could not be sent.')}</Banner>
        )}
        {invite.isSuccess && email === '' && (
          <Banner tone="success">{invite.data.email} was invited.</Banner>
        )}
        <Button
          type="submit"
          className="justify-self-end"
          busy={invite.isPending}
          busyLabel="Sending..."
        >
          Send invitation
        </Button>
      </form>
      <SiteInvitations onSettled={onSettled} />
    </>
  );
}

function SiteInvitations({ onSettled }: { onSettled: () => Promise<void> }) {
  const list = useQuery(pendingInvitationsQuery);
  const revoke = useApiMutation(
    (api, id: string) => api.call('DELETE /invitations/:id', { params: { id } }),
    { onSettled },
  );
  return (
    <section aria-labelledby="pending-invitations" className="mt-6 border-t border-line pt-5">
      <h3 id="pending-invitations" className="font-semibold">
        Pending invitations
      </h3>
      <PendingInvitations
        list={list}
        revoke={revoke}
        detailOf={({ role, office }) =>
          office === null ? ROLE_LABELS[role] : `${ROLE_LABELS[role]}, ${office.name}`
        }
      />
    </section>
  );
}
