import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { Agent, User } from '#shared/schemas/user.ts';
import { AgentPicker } from '../../data-list/agent-picker.tsx';
import { DeleteDialog, type DeleteDialogProps } from '../../data-list/bulk/delete-dialog.tsx';
import { listingCountQuery, useRefreshUsers } from './user-queries.ts';

/**
 * Asks for confirmation before deleting accounts, and describes what happens to their listings
 * (docs/product/dashboard.md, Manage Users).
 */
export function DeleteUsersDialog(
  props: Pick<DeleteDialogProps<User>, 'target' | 'selection' | 'report'>,
) {
  const { target } = props;
  const refresh = useRefreshUsers();
  const users = target.subject ?? [];
  const ids = users.map(({ _id }) => _id);
  const idsKey = ids.join();
  const [choice, setChoice] = useState<{ idsKey: string; agent: Agent | null }>();
  const newAgent = target.isOpen && choice?.idsKey === idsKey ? (choice?.agent ?? null) : null;
  return (
    <DeleteDialog
      {...props}
      title="Confirm User Deletion"
      question={(count) =>
        `Are you sure you want to delete ${count === null ? 'this user' : `these ${count} users`}? This action cannot be undone.`
      }
      describe={({ name, email }) => ({ name, detail: email })}
      consequence={(rows) => affectedListings(rows, newAgent)}
      deleteOne={(api, id) =>
        api.call('DELETE /users/:id', { params: { id }, query: { reassignTo: newAgent?._id } })
      }
      deleteMany={(api, userIds) =>
        api.call('POST /users/bulk', {
          json: { ids: userIds, action: 'delete', reassignTo: newAgent?._id },
        })
      }
      successText={([first, ...more]) =>
        more.length === 0
          ? `${first?.name}’s account was deleted.`
          : `${countOf(more.length + 1, 'account')} were deleted.`
      }
      onSettled={() => refresh({ includesListings: true })}
    >
      {users.some(({ role }) => role !== 'user') && (
        <AgentPicker
          key={idsKey}
          label="Move listings to"
          hint="Includes open inquiries and upcoming tours. If you don’t choose an agent, the listings will be deleted."
          value={newAgent}
          onChange={(agent) => setChoice({ idsKey, agent })}
          excludedIds={ids}
        />
      )}
    </DeleteDialog>
  );
}

function affectedListings([user, ...others]: readonly User[], newAgent: Agent | null) {
  return user !== undefined && others.length === 0 ? (
    <AffectedListings userId={user._id} newAgent={newAgent} />
  ) : (
    <Consequence text={bulkAffectedListingsText(newAgent?.name)} />
  );
}

/**
 * Describes the listings deleted or reassigned with an account (docs/product/accounts.md, Managing
 * accounts).
 */
export function affectedListingsText(count: number, newAgent?: string): string {
  if (count === 0) return '';
  if (newAgent !== undefined)
    return `${countOf(count, 'listing')} will go to ${newAgent}, with inquiries and upcoming tours.`;
  return count === 1
    ? '1 listing and its pictures will be deleted too.'
    : `${countOf(count, 'listing')} and their pictures will be deleted too.`;
}

/** Describes the listings deleted or reassigned with several accounts, without counting them. */
export const bulkAffectedListingsText = (newAgent?: string): string =>
  newAgent === undefined
    ? 'Their listings and pictures will be deleted too.'
    : `Their listings will go to ${newAgent}, with inquiries and upcoming tours.`;

function AffectedListings({ userId, newAgent }: { userId: string; newAgent: Agent | null }) {
  // Always refetched because the admin's decision depends on it.
  const { data } = useQuery({ ...listingCountQuery(userId), staleTime: 0 });
  const text = affectedListingsText(data?.totalCount ?? 0, newAgent?.name);
  return text === '' ? null : <Consequence text={text} />;
}

function Consequence({ text }: { text: string }) {
  return <span className="block text-sm font-semibold text-clay">{text}</span>;
}
