import { countOf } from '#shared/format/numbers.ts';
import type { User } from '#shared/schemas/user.ts';
import { useApiMutation, useApiQuery } from '../../../api/use-api-query.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { DialogTarget } from '../../../desk/dialog-target.ts';
import { useFailure } from '../../../desk/failure.tsx';
import { listingCountQuery, useRefreshUsers } from './user-queries.ts';

/** Asks before an account is deleted, and says what goes with it (spec section 2, Admin user management). */
export function DeleteUserDialog({ target }: { target: DialogTarget<User> }) {
  const user = target.row;
  const failure = useFailure();
  const refresh = useRefreshUsers();
  const remove = useApiMutation(
    (api, { _id }: User) => api.call('DELETE /users/:id', { params: { id: _id } }),
    {
      onSuccess(_, { name }) {
        target.closeAfterRemoval();
        showToast({ tone: 'success', text: `The account of ${name} was deleted.` });
      },
      onError: failure.show,
      onSettled: () => refresh({ listingsToo: true }),
    },
  );
  if (user === null) return null;
  return (
    <AlertDialog
      open={target.isOpen}
      onOpenChange={() => {
        failure.clear();
        target.close();
      }}
      returnFocusTo={target.returnFocusTo}
      title="Confirm User Deletion"
      description={
        <>
          Are you sure you want to delete this user? This action cannot be undone.
          <span className="mt-4 block rounded-sm border border-line bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
            <span className="block font-semibold text-ink">{user.name}</span>
            <span className="block text-sm">{user.email}</span>
            <ListingsThatGo userId={user._id} />
          </span>
        </>
      }
      confirmLabel="Confirm Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(user)}
    >
      {failure.banner}
    </AlertDialog>
  );
}

/** What is deleted with an account, of whatever role it is now (interface: Accounts). */
export function listingsThatGoText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 listing and its pictures will be deleted too.'
    : `${countOf(count, 'listing')} and their pictures will be deleted too.`;
}

function ListingsThatGo({ userId }: { userId: string }) {
  // Asked anew each time: it is what somebody decides by.
  const { data } = useApiQuery(listingCountQuery(userId), { staleTime: 0 });
  const text = listingsThatGoText(data?.totalCount ?? 0);
  if (text === '') return null;
  return <span className="mt-2 block text-sm font-semibold text-clay">{text}</span>;
}
