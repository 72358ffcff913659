import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { Role, User } from '#shared/schemas/user.ts';
import type { BulkReport } from '../../data-list/bulk/bulk-report.tsx';
import type { DialogTarget } from '../../data-list/dialog-target.ts';
import { useFailure } from '../../data-list/failure.tsx';
import type { Selection } from '../../data-list/bulk/selection.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { Select } from '../../ui/fields/select.tsx';
import { useSession } from '../../session/session-context.tsx';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { lossesText, toRoleChange, useSetRole } from './set-role.ts';
import { listingCountQuery, ROLE_LABELS, ROLE_OPTIONS } from './user-queries.ts';

export interface EditUserDialogProps {
  target: DialogTarget<readonly User[]>;
  selection: Pick<Selection<User>, 'drop'>;
  report: Pick<BulkReport<User>, 'show' | 'clear'>;
}

/**
 * Changes the role of one or several accounts, or removes one account's second factor
 * (docs/product/dashboard.md, Manage Users).
 */
export function EditUserDialog(props: EditUserDialogProps) {
  const { target } = props;
  const [user, ...others] = target.subject ?? [];
  if (user === undefined) return null;
  return (
    <Dialog
      open={target.isOpen}
      onOpenChange={target.close}
      returnFocusTo={target.returnFocusTo}
      title={
        others.length === 0
          ? `Edit User: ${user.name}`
          : `Edit ${formatNumber(others.length + 1)} Users`
      }
      width="sm"
    >
      <RoleForm key={user._id} {...props} user={user} users={[user, ...others]} />
    </Dialog>
  );
}

interface RoleFormProps extends EditUserDialogProps {
  /** The first of the accounts. */
  user: User;
  users: readonly User[];
}

function RoleForm({ user, users, target, selection, report }: RoleFormProps) {
  const session = useSession();
  const ownId = session.status === 'signed-in' ? session.user._id : null;
  const [role, setRole] = useState<Role>(user.role);
  const failure = useFailure();
  const isSingleUser = users.length === 1;
  const save = useSetRole({
    onDone(outcome) {
      target.close();
      selection.drop(outcome.done.map(({ _id }) => _id));
      if (outcome.failed.length > 0) report.show(outcome, 'could not be changed');
    },
    onFailure(error) {
      // The dialog shows an outdated role, so close it.
      if (error.code === 'CONFLICT') {
        target.close();
        showToast({ tone: 'error', text: `${user.name}: ${error.message}` });
      } else failure.show(error);
    },
  });
  const changedUsers = users.filter((other) => other.role !== role);
  const losses = lossesText(changedUsers, role);
  const losesListings = role === 'user' && changedUsers.some((other) => other.role === 'agent');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        report.clear();
        if (changedUsers.length === 0) target.close();
        else save.mutate({ rows: changedUsers, change: toRoleChange(changedUsers, role) });
      }}
      className="grid gap-5"
    >
      <p className="-mt-3 text-ink-soft [overflow-wrap:anywhere]">
        {isSingleUser ? user.email : currentRolesText(users)}
      </p>
      <Field
        label="Role"
        hint={
          losesListings ? <RemainingListings user={isSingleUser ? user : null} /> : ROLE_HINTS[role]
        }
      >
        {(control) => (
          <Select
            {...control}
            options={ROLE_OPTIONS}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          />
        )}
      </Field>
      {losses !== '' && <p className="-mt-2 text-sm text-ink-soft">{losses}</p>}
      {isSingleUser && user._id !== ownId && <RemoveSecondFactor user={user} />}
      {failure.banner}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={save.isPending} onClick={target.close}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}

/** Describes the current roles of several accounts: `Currently 3 users and 1 agent.` */
export function currentRolesText(users: readonly Pick<User, 'role'>[]): string {
  const counts = (Object.keys(ROLE_LABELS) as Role[]).flatMap((role) => {
    const count = users.filter((user) => user.role === role).length;
    return count === 0 ? [] : [countOf(count, role)];
  });
  return `Currently ${new Intl.ListFormat('en-US').format(counts)}.`;
}

/** Describes each role (docs/product/accounts.md, Roles). */
const ROLE_HINTS: Record<Role, string> = {
  user: 'Can save homes and contact agents.',
  agent: 'Publishes listings and manages them.',
  admin: 'Manages every user, listing, and message.',
};

/**
 * Explains what happens to the listings of an agent who is demoted (docs/product/accounts.md,
 * Managing accounts); `user` is null if several accounts are edited.
 */
function RemainingListings({ user }: { user: User | null }) {
  const { data } = useQuery({ ...listingCountQuery(user?._id ?? ''), enabled: user !== null });
  if (user === null) {
    return 'Demoted agents keep their listings, but can no longer edit them.';
  }
  if (data === undefined || data.totalCount === 0) return ROLE_HINTS.user;
  return `As a ${ROLE_LABELS.user.toLowerCase()}, ${user.name} keeps ${countOf(data.totalCount, 'listing')}, but can no longer edit them.`;
}
