import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { Role, User } from '#shared/schemas/user.ts';
import { useApiMutation, useApiQuery } from '../../../api/use-api-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { DialogTarget } from '../../../desk/dialog-target.ts';
import { useFailure } from '../../../desk/failure.tsx';
import { listingCountQuery, ROLE_LABELS, ROLE_OPTIONS, useRefreshUsers } from './user-queries.ts';

/** Changes an account's role (spec section 2, Admin user management). */
export function EditUserDialog({ target }: { target: DialogTarget<User> }) {
  const user = target.row;
  if (user === null) return null;
  return (
    <Dialog
      open={target.isOpen}
      onOpenChange={target.close}
      returnFocusTo={target.returnFocusTo}
      title={`Edit User: ${user.name}`}
      width="sm"
    >
      <RoleForm key={user._id} user={user} onDone={target.close} />
    </Dialog>
  );
}

function RoleForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [role, setRole] = useState<Role>(user.role);
  const failure = useFailure();
  const refresh = useRefreshUsers();
  const save = useApiMutation(
    (api) => api.call('PUT /users/:id', { params: { id: user._id }, json: { role } }),
    {
      onSuccess() {
        onDone();
        showToast({ tone: 'success', text: `${user.name} is now ${WITH_ARTICLE[role]}.` });
      },
      onError: failure.show,
      // After a failure too: the list that was acted upon may be an old one.
      onSettled: () => refresh({ listingsToo: false }),
    },
  );
  const losesListings = user.role === 'agent' && role === 'user';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (role === user.role) onDone();
        else save.mutate();
      }}
      className="grid gap-5"
    >
      <p className="-mt-3 text-ink-soft [overflow-wrap:anywhere]">{user.email}</p>
      <Field label="Role" hint={losesListings ? <KeptListings user={user} /> : ROLE_HINTS[role]}>
        {(control) => (
          <Select
            {...control}
            options={ROLE_OPTIONS}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          />
        )}
      </Field>
      {failure.banner}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}

const WITH_ARTICLE: Record<Role, string> = { user: 'a user', agent: 'an agent', admin: 'an admin' };

/** What each role may (spec section 6). */
const ROLE_HINTS: Record<Role, string> = {
  user: 'Looks for a home and keeps a profile.',
  agent: 'Publishes listings and manages them.',
  admin: 'Manages every user, listing and message.',
};

/** What becomes of the listings of an agent who will be none (interface: Accounts). */
function KeptListings({ user }: { user: User }) {
  const { data } = useApiQuery(listingCountQuery(user._id));
  if (data === undefined || data.totalCount === 0) return ROLE_HINTS.user;
  return `As a ${ROLE_LABELS.user.toLowerCase()}, ${user.name} keeps ${countOf(data.totalCount, 'listing')} that stay public, but cannot change them any more.`;
}
