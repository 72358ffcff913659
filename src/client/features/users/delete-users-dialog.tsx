import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/format/numbers.ts';
import type { User } from '#shared/schemas/user.ts';
import { DeleteDialog, type DeleteDialogProps } from '../../data-list/bulk/delete-dialog.tsx';
import { listingCountQuery, useRefreshUsers } from './user-queries.ts';

/** Confirms the deletion of accounts and says what is deleted with them (docs/product/dashboard.md, Manage Users). */
export function DeleteUsersDialog(
  props: Pick<DeleteDialogProps<User>, 'target' | 'selection' | 'report'>,
) {
  const refresh = useRefreshUsers();
  return (
    <DeleteDialog
      {...props}
      title="Confirm User Deletion"
      question={(count) =>
        `Are you sure you want to delete ${count === null ? 'this user' : `these ${count} users`}? This action cannot be undone.`
      }
      describe={({ name, email }) => ({ name, detail: email })}
      consequence={listingsThatGo}
      one={(api, id) => api.call('DELETE /users/:id', { params: { id } })}
      many={(api, ids) => api.call('POST /users/bulk', { json: { ids, action: 'delete' } })}
      news={([first, ...others]) =>
        others.length === 0
          ? `The account of ${first?.name} was deleted.`
          : `${countOf(others.length + 1, 'account')} were deleted.`
      }
      onSettled={() => refresh({ listingsToo: true })}
    />
  );
}

function listingsThatGo([user, ...others]: readonly User[]) {
  return user !== undefined && others.length === 0 ? (
    <ListingsThatGo userId={user._id} />
  ) : (
    <Consequence text="Their listings and the pictures of these will be deleted too." />
  );
}

/** Describes the data deleted with an account (docs/product/accounts.md, Managing accounts). */
export function listingsThatGoText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 listing and its pictures will be deleted too.'
    : `${countOf(count, 'listing')} and their pictures will be deleted too.`;
}

function ListingsThatGo({ userId }: { userId: string }) {
  // Requested each time: the admin decides by it.
  const { data } = useQuery({ ...listingCountQuery(userId), staleTime: 0 });
  const text = listingsThatGoText(data?.totalCount ?? 0);
  return text === '' ? null : <Consequence text={text} />;
}

function Consequence({ text }: { text: string }) {
  return <span className="block text-sm font-semibold text-clay">{text}</span>;
}
