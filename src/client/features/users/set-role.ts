import type { Role, User } from '#shared/schemas/user.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import {
  bulkError,
  callInBatches,
  useBulkChange,
  type BulkOutcome,
} from '../../data-list/bulk/bulk.ts';
import { failureText } from '../../forms/failure-text.ts';
import { showToast } from '../../ui/notices/toast-store.ts';
import { useRefreshUsers } from './user-queries.ts';

/** A new role, and the role that the page showed for each account before the change. */
interface RoleChange {
  role: Role;
  before: Readonly<Record<string, Role>>;
}

/** Changes accounts, except those whose role another admin has changed since. */
const setRole = (api: ApiClient, ids: string[], { role, before }: RoleChange) =>
  api.call('POST /users/bulk', {
    json: {
      ids,
      action: 'set-role',
      role,
      before: Object.fromEntries(Object.entries(before).filter(([id]) => ids.includes(id))),
    },
  });

/** Builds the change that gives all users one role. */
export const toRoleChange = (users: readonly User[], role: Role): RoleChange => ({
  role,
  before: Object.fromEntries(users.map((user) => [user._id, user.role])),
});

/** Returns a mutation that changes users' roles and shows a toast with an Undo button. */
export function useSetRole(events: {
  onDone: (outcome: BulkOutcome<User, RoleChange>) => void;
  onFailure: (error: ApiError) => void;
}) {
  const refresh = useRefreshUsers();
  const onSettled = () => refresh({ includesListings: false });
  const undo = useApiMutation(
    async (api, { users, changedRole }: { users: readonly User[]; changedRole: Role }) => {
      for (const [role, rows] of Map.groupBy(users, (user) => user.role)) {
        const change = toRoleChange(
          rows.map((user) => ({ ...user, role: changedRole })),
          role,
        );
        const ids = rows.map(({ _id }) => _id);
        const { failed } = await callInBatches(ids, (batch) => setRole(api, batch, change));
        const [first] = failed;
        if (first !== undefined) throw bulkError(first);
      }
    },
    {
      onSuccess: (_, { users }) => showToast({ tone: 'success', text: undoAnnouncement(users) }),
      onError: (error) =>
        showToast({ tone: 'error', text: failureText(error, 'An unexpected error occurred.') }),
      onSettled,
    },
  );
  return useBulkChange<User, RoleChange>(
    async (api, ids, change) => {
      const result = await setRole(api, ids, change);
      const [failure] = result.failed;
      // A single user's failure is an error, so that the dialog can show it.
      if (ids.length === 1 && failure !== undefined) throw bulkError(failure);
      return result;
    },
    {
      onDone(outcome) {
        const { done } = outcome;
        const { role } = outcome.change;
        if (done.length > 0) {
          showToast({
            tone: 'success',
            text: roleAnnouncement(done, role),
            // `done` has the rows from before the change, so Undo knows the previous roles.
            ...(lossesText(done, role) === ''
              ? {
                  action: {
                    label: 'Undo',
                    onSelect: () => undo.mutate({ users: done, changedRole: role }),
                  },
                }
              : {}),
          });
        }
        events.onDone(outcome);
      },
      onFailure: events.onFailure,
      onSettled,
    },
  );
}

/** Describes what users lose when their role changes and 'Undo' cannot restore; '' if nothing. */
export function lossesText(
  changedUsers: readonly Pick<User, 'name' | 'role' | 'office'>[],
  role: Role,
): string {
  const members = changedUsers.filter(({ office }) => office !== null);
  const [member] = members;
  const office =
    changedUsers.length === 1 && member?.office
      ? `${member.name} will leave ${member.office.name}.`
      : 'Users who belong to an office will be removed from it.';
  const losesTours = role === 'user' && changedUsers.some((user) => user.role === 'agent');
  return [
    ...(members.length === 0 ? [] : [office]),
    ...(losesTours ? ['Upcoming tours will be canceled, and the visitors will be emailed.'] : []),
  ].join(' ');
}

const WITH_ARTICLE: Record<Role, string> = { user: 'a user', agent: 'an agent', admin: 'an admin' };

/** Returns the announcement of a role change. */
export function roleAnnouncement(users: readonly Pick<User, 'name'>[], role: Role): string {
  const [first] = users;
  return first !== undefined && users.length === 1
    ? `${first.name} is now ${WITH_ARTICLE[role]}.`
    : `${users.length} users are now ${role}s.`;
}

/** Returns the announcement of an undo, given the rows before the change. */
export function undoAnnouncement(users: readonly Pick<User, 'name' | 'role'>[]): string {
  const [first] = users;
  return first !== undefined && users.length === 1
    ? `${first.name} is ${WITH_ARTICLE[first.role]} again.`
    : `${users.length} users were restored to their previous roles.`;
}
