import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/format/numbers.ts';
import type { Agent, User } from '#shared/schemas/user.ts';
import { AgentPicker } from '../../data-list/agent-picker.tsx';
import { DeleteDialog, type DeleteDialogProps } from '../../data-list/bulk/delete-dialog.tsx';
import { listingCountQuery, useRefreshUsers } from './user-queries.ts';

/** Confirms the deletion of accounts and says what is deleted with them (docs/product/dashboard.md, Manage Users). */
export function DeleteUsersDialog(
  props: Pick<DeleteDialogProps<User>, 'target' | 'selection' | 'report'>,
) {
  const { target } = props;
  const refresh = useRefreshUsers();
  const [user, ...others] = target.about ?? [];
  const single = others.length === 0 ? user : undefined;
  const [chosen, setChosen] = useState<{ forId: string; agent: Agent | null }>();
  const receiver = target.isOpen && chosen?.forId === single?._id ? (chosen?.agent ?? null) : null;
  return (
    <DeleteDialog
      {...props}
      title="Confirm User Deletion"
      question={(count) =>
        `Are you sure you want to delete ${count === null ? 'this user' : `these ${count} users`}? This action cannot be undone.`
      }
      describe={({ name, email }) => ({ name, detail: email })}
      consequence={(rows) => listingsThatGo(rows, receiver)}
      one={(api, id) =>
        api.call('DELETE /users/:id', { params: { id }, query: { reassignTo: receiver?._id } })
      }
      many={(api, ids) => api.call('POST /users/bulk', { json: { ids, action: 'delete' } })}
      news={([first, ...more]) =>
        more.length === 0
          ? `The account of ${first?.name} was deleted.`
          : `${countOf(more.length + 1, 'account')} were deleted.`
      }
      onSettled={() => refresh({ listingsToo: true })}
    >
      {single !== undefined && single.role !== 'user' && (
        <AgentPicker
          key={single._id}
          label="Move listings to"
          hint="With their open inquiries and coming tours. Without an agent here, they are deleted."
          value={receiver}
          onChange={(agent) => setChosen({ forId: single._id, agent })}
          exceptId={single._id}
        />
      )}
    </DeleteDialog>
  );
}

function listingsThatGo([user, ...others]: readonly User[], receiver: Agent | null) {
  return user !== undefined && others.length === 0 ? (
    <ListingsThatGo userId={user._id} receiver={receiver} />
  ) : (
    <Consequence text="Their listings and the pictures of these will be deleted too." />
  );
}

/** Describes the data deleted with an account (docs/product/accounts.md, Managing accounts). */
export function listingsThatGoText(count: number, receiver?: string): string {
  if (count === 0) return '';
  if (receiver !== undefined)
    return `${countOf(count, 'listing')} will go to ${receiver}, with inquiries and coming tours.`;
  return count === 1
    ? '1 listing and its pictures will be deleted too.'
    : `${countOf(count, 'listing')} and their pictures will be deleted too.`;
}

function ListingsThatGo({ userId, receiver }: { userId: string; receiver: Agent | null }) {
  // Requested each time: the admin decides by it.
  const { data } = useQuery({ ...listingCountQuery(userId), staleTime: 0 });
  const text = listingsThatGoText(data?.totalCount ?? 0, receiver?.name);
  return text === '' ? null : <Consequence text={text} />;
}

function Consequence({ text }: { text: string }) {
  return <span className="block text-sm font-semibold text-clay">{text}</span>;
}
