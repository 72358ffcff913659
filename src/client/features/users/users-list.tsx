import { keepPreviousData, useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { User } from '#shared/schemas/user.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { useSession } from '../../session/session-context.tsx';
import { BulkBar } from '../../data-list/bulk/bulk-bar.tsx';
import { useBulkReport } from '../../data-list/bulk/bulk-report.tsx';
import { ListFilters, type ListChoice } from '../../data-list/list-filters.tsx';
import { ListBody, ListHead } from '../../data-list/list-frame.tsx';
import { useDialogTarget } from '../../data-list/dialog-target.ts';
import { useSelection } from '../../data-list/bulk/selection.ts';
import { DeleteUsersDialog } from './delete-users-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { RegisterUserDialog } from './register-user-dialog.tsx';
import {
  readUserSearch,
  ROLE_OPTIONS,
  USER_SORT_OPTIONS,
  usersQuery,
  type UserSearch,
} from './user-queries.ts';
import { OWN_DELETE_TEXT, UsersTable } from './users-table.tsx';

const CHOICES: readonly ListChoice<UserSearch>[] = [
  { name: 'role', label: 'Role', options: [{ value: '', label: 'All Roles' }, ...ROLE_OPTIONS] },
];

/** The accounts: find, sort, add, change, delete, one or many (docs/product/dashboard.md, Manage Users). */
export function UsersList() {
  const [params] = useSearchParams();
  const search = readUserSearch(params);
  const users = useQuery({ ...usersQuery(search), placeholderData: keepPreviousData });
  const session = useSession();
  const ownId = session.status === 'signed-in' ? session.user._id : '';
  const heading = useRef<HTMLHeadingElement>(null);
  const editing = useDialogTarget<readonly User[]>(heading);
  const deleting = useDialogTarget<readonly User[]>(heading);
  const [isRegistering, setIsRegistering] = useState(false);
  const report = useBulkReport<User>((user) => user.name);
  const selection = useSelection(users.data?.items ?? NONE, {
    labelOf: (user) => `Select ${user.name}`,
    refusalOf: (user) => (user._id === ownId ? OWN_DELETE_TEXT : null),
  });
  const isFiltered = search.searchTerm !== '' || search.role !== '';
  const hrefWith = (changed: Partial<UserSearch>) =>
    pagePaths.manageUsers({ ...search, page: 1, ...changed });

  return (
    <>
      <ListHead
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
        <ListFilters
          search={search}
          hrefWith={hrefWith}
          box={{ label: 'Search users', placeholder: 'Search by name or email...' }}
          choices={CHOICES}
          sorts={USER_SORT_OPTIONS}
          rowFrom="sm"
        />
      </ListHead>
      {report.banner}
      <ListBody
        list={users}
        failure="Error fetching users."
        face="round"
        empty={
          <EmptyState
            icon={<UsersRound aria-hidden="true" className="size-7" strokeWidth={1.5} />}
            title="No Users Found"
            actions={
              isFiltered && (
                <LinkButton
                  href={pagePaths.manageUsers({ sort: search.sort })}
                  variant="secondary"
                  keepScroll
                >
                  Clear filters
                </LinkButton>
              )
            }
          >
            No users match your current filters. Try adjusting your search.
          </EmptyState>
        }
        pages={{
          label: 'Pages of users',
          page: search.page,
          hrefOf: (page) => hrefWith({ page }),
        }}
      >
        {(items) => (
          <UsersTable
            users={items}
            ownId={ownId}
            stale={users.isPlaceholderData}
            sort={{
              current: search.sort,
              hrefOf: (sort) => hrefWith({ sort: sort as UserSearch['sort'] }),
            }}
            selection={selection.table}
            onEdit={(user, opener) => editing.open([user], opener)}
            onDelete={(user, opener) => deleting.open([user], opener)}
          />
        )}
      </ListBody>
      <BulkBar
        selection={selection}
        noun="user"
        fallback={heading}
        isBusy={false}
        onDelete={deleting.open}
      >
        <Button
          variant="secondary"
          size="sm"
          onClick={(event) => editing.open(selection.rows, event.currentTarget)}
        >
          Change role
        </Button>
      </BulkBar>
      <RegisterUserDialog open={isRegistering} onOpenChange={setIsRegistering} />
      <EditUserDialog target={editing} selection={selection} report={report} />
      <DeleteUsersDialog target={deleting} selection={selection} report={report} />
    </>
  );
}

const NONE: readonly User[] = [];

/** `1,204 users`, and `3 users found` when something was searched for. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'user')}${isFiltered ? ' found' : ''}`;
}
