import { keepPreviousData } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { SEARCH_DEBOUNCE_MS } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Role, User } from '#shared/schemas/user.ts';
import { useApiQuery } from '../../../api/use-api-query.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Select } from '../../../ui/select.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useGoTo } from '../../../desk/desk-address.ts';
import { DeskHead, DeskPages, TableSkeleton } from '../../../desk/desk-list.tsx';
import { useDialogTarget } from '../../../desk/dialog-target.ts';
import { LoadFailure } from '../../../desk/failure.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { RegisterUserDialog } from './register-user-dialog.tsx';
import { readUserSearch, ROLE_OPTIONS, userSearchHref, usersQuery } from './user-queries.ts';
import { UsersTable } from './users-table.tsx';

const ROLE_FILTER = [{ value: '', label: 'All Roles' }, ...ROLE_OPTIONS];

/** The accounts: find, add, change, delete (spec section 2, Admin user management). */
export function UsersDesk() {
  const [params] = useSearchParams();
  const search = readUserSearch(params);
  const users = useApiQuery(usersQuery(search), { placeholderData: keepPreviousData });
  const goTo = useGoTo();
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const editing = useDialogTarget<User>(heading);
  const deleting = useDialogTarget<User>(heading);
  const [isRegistering, setIsRegistering] = useState(false);
  const { searchTerm, role } = search;
  const isFiltered = searchTerm !== '' || role !== '';

  return (
    <>
      <DeskHead
        title="Manage Users"
        count={users.data === undefined ? null : countText(users.data.totalCount, isFiltered)}
        headingRef={heading}
        action={
          <Button size="sm" className="min-h-10" onClick={() => setIsRegistering(true)}>
            <UserPlus aria-hidden="true" className="size-4" />
            Add User
          </Button>
        }
      >
        <SearchBox
          label="Search users"
          placeholder="Search by name or email..."
          value={searchTerm}
          delayMs={SEARCH_DEBOUNCE_MS}
          onSearch={(text) => goTo(userSearchHref({ searchTerm: text, role }), { typed: true })}
          className="min-w-0 flex-1 max-sm:basis-full sm:max-w-md"
        />
        <Select
          aria-label="Role"
          options={ROLE_FILTER}
          value={role}
          onChange={(event) =>
            goTo(userSearchHref({ searchTerm, role: event.target.value as Role | '' }))
          }
          className="flex-1 sm:flex-none sm:w-44"
        />
      </DeskHead>
      <div className="mt-5">
        {users.isPending && <TableSkeleton />}
        {users.isError && users.data === undefined && (
          <LoadFailure
            text="Error fetching users."
            error={users.error}
            onRetry={() => void users.refetch()}
          />
        )}
        {users.data !== undefined && (
          <>
            {users.data.totalCount === 0 ? (
              <EmptyState
                icon={<UsersRound aria-hidden="true" className="size-7" strokeWidth={1.5} />}
                title="No Users Found"
                actions={
                  isFiltered && (
                    <LinkButton href={pagePaths.manageUsers()} variant="secondary" keepScroll>
                      Clear filters
                    </LinkButton>
                  )
                }
              >
                No users match your current filters. Try adjusting your search.
              </EmptyState>
            ) : (
              <UsersTable
                users={users.data.items}
                ownId={session.status === 'signed-in' ? session.user._id : ''}
                stale={users.isPlaceholderData}
                onEdit={editing.open}
                onDelete={deleting.open}
              />
            )}
            <DeskPages
              label="Pages of users"
              page={search.page}
              list={users.data}
              hrefOf={(page) => userSearchHref({ ...search, page })}
            />
          </>
        )}
      </div>
      <RegisterUserDialog open={isRegistering} onOpenChange={setIsRegistering} />
      <EditUserDialog target={editing} />
      <DeleteUserDialog target={deleting} />
    </>
  );
}

/** `1,204 users`, and `3 users found` when something was searched for. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'user')}${isFiltered ? ' found' : ''}`;
}
