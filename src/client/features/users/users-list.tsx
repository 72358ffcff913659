import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { User } from '#shared/schemas/user.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { useSession } from '../../session/session-context.tsx';
import type { ListChoice } from '../../data-list/list-filters.tsx';
import { useDialogTarget } from '../../data-list/dialog-target.ts';
import { ManagedList, useManagedList } from '../../data-list/managed-list.tsx';
import { AgentRequestDialog } from './verification/agent-request-dialog.tsx';
import { LicenseListDialog } from './verification/license-list-dialog.tsx';
import { VerifyDialog } from './verification/verify-dialog.tsx';
import { DeleteUsersDialog } from './delete-users-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { AddUserDialog } from './adding/add-user-dialog.tsx';
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
  {
    name: 'agentRequest',
    label: 'Requests',
    options: [
      { value: '', label: 'All Accounts' },
      { value: 'pending', label: 'Waiting for approval' },
    ],
  },
];

/**
 * The list of accounts, with search, filters, and actions on one or more of them
 * (docs/product/dashboard.md, Manage Users).
 */
export function UsersList() {
  const [params] = useSearchParams();
  const search = readUserSearch(params);
  const session = useSession();
  const ownId = session.status === 'signed-in' ? session.user._id : '';
  const state = useManagedList<User>({
    query: usersQuery(search),
    nameOf: (user) => user.name,
    labelOf: (user) => `Select ${user.name}`,
    disabledReasonOf: (user) => (user._id === ownId ? OWN_DELETE_TEXT : null),
  });
  const { selection, report, deleteDialog } = state;
  const roleDialog = useDialogTarget<readonly User[]>(state.heading);
  const requestDialog = useDialogTarget<User>(state.heading);
  const verifyDialog = useDialogTarget<User>(state.heading);
  const [isAdding, setIsAdding] = useState(false);
  const isFiltered = search.searchTerm !== '' || search.role !== '' || search.agentRequest !== '';

  return (
    <>
      <ManagedList
        state={state}
        title="Manage Users"
        countText={(count) => countText(count, isFiltered)}
        action={
          <div className="flex flex-wrap gap-3">
            <LicenseListDialog />
            <Button size="sm" className="min-h-10" onClick={() => setIsAdding(true)}>
              <UserPlus aria-hidden="true" className="size-4" />
              Add User
            </Button>
          </div>
        }
        search={search}
        hrefOf={pagePaths.manageUsers}
        filters={{
          box: { label: 'Search users', placeholder: 'Search by name or email...' },
          choices: CHOICES,
          sorts: USER_SORT_OPTIONS,
          singleRowFrom: 'sm',
        }}
        loadFailure="Error fetching users."
        thumbnail="round"
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
        pagesLabel="Pages of users"
        noun="user"
        bulkActions={
          <Button
            variant="secondary"
            size="sm"
            onClick={(event) => roleDialog.open(selection.rows, event.currentTarget)}
          >
            Change role
          </Button>
        }
      >
        {(users, shared) => (
          <UsersTable
            {...shared}
            users={users}
            ownId={ownId}
            onEdit={(user, opener) => roleDialog.open([user], opener)}
            onDelete={(user, opener) => deleteDialog.open([user], opener)}
            onReviewRequest={requestDialog.open}
            onVerify={verifyDialog.open}
          />
        )}
      </ManagedList>
      <AddUserDialog open={isAdding} onOpenChange={setIsAdding} />
      <AgentRequestDialog target={requestDialog} />
      <VerifyDialog target={verifyDialog} />
      <EditUserDialog target={roleDialog} selection={selection} report={report} />
      <DeleteUsersDialog target={deleteDialog} selection={selection} report={report} />
    </>
  );
}

/** Formats the count: `1,204 users`, or `3 users found` with a search term or filters. */
export function countText(count: number, isFiltered: boolean): string {
  return `${countOf(count, 'user')}${isFiltered ? ' found' : ''}`;
}
