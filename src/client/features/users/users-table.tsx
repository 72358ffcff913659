import BadgeCheck from 'lucide-react/icons/badge-check';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import UserCheck from 'lucide-react/icons/user-check';
import { formatShortDate } from '#shared/format/dates.ts';
import type { User } from '#shared/schemas/user.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { DataTable, type Column } from '../../ui/tables/data-table.tsx';
import { avatarSources } from '../../ui/pictures/avatar-sources.ts';
import type { SharedTableProps } from '../../data-list/managed-list.tsx';
import { actionsColumn, RowAction } from '../../data-list/row-action.tsx';
import { VerifiedBadge } from '../../property-cards/verified-badge.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { RoleBadge } from './role-badge.tsx';

/**
 * Explains the unavailable actions in the user's own row (docs/product/accounts.md, Managing accounts).
 */
export const OWN_ROLE_TEXT = 'You cannot change your own role.';
export const OWN_DELETE_TEXT = 'You cannot delete your own account.';

export interface UsersTableProps extends SharedTableProps<User> {
  users: readonly User[];
  /** The ID of the user's own account, which they cannot delete and whose role they cannot change. */
  ownId: string;
  onEdit: (user: User, opener: HTMLElement) => void;
  onDelete: (user: User, opener: HTMLElement) => void;
  /** Opens a request to become an agent. */
  onReviewRequest: (user: User, opener: HTMLElement) => void;
  onVerify: (user: User, opener: HTMLElement) => void;
}

/** The accounts, one per row (docs/product/dashboard.md, Manage Users). */
export function UsersTable(props: UsersTableProps) {
  return (
    <DataTable
      caption="Users"
      columns={columnsOf(props)}
      rows={props.users}
      keyOf={(user) => user._id}
      stale={props.stale}
      sort={props.sort}
      selection={props.selection}
    />
  );
}

function columnsOf({
  ownId,
  onEdit,
  onDelete,
  onReviewRequest,
  onVerify,
}: UsersTableProps): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      onCard: 'header',
      sort: { ascending: 'name_asc', descending: 'name_desc', first: 'ascending' },
      cell: (user) => <Person user={user} isOwn={user._id === ownId} />,
    },
    {
      id: 'role',
      header: 'Role',
      cell: (user) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <RoleBadge role={user.role} />
          <VerifiedBadge verification={user.verification} />
          {user.agentRequestedAt !== null && <Badge tone="clay">Waiting for approval</Badge>}
        </span>
      ),
    },
    {
      id: 'since',
      header: 'Member since',
      onCard: 'beside',
      sort: { ascending: 'createdAt_asc', descending: 'createdAt_desc', first: 'descending' },
      cell: (user) => (
        <time dateTime={user.createdAt} className="text-sm whitespace-nowrap text-ink-soft figures">
          <span className="md:hidden">Member since </span>
          {formatShortDate(user.createdAt)}
        </time>
      ),
    },
    actionsColumn((user) => {
      const isOwn = user._id === ownId;
      return (
        <>
          {user.agentRequestedAt !== null && (
            <RowAction
              action="review-request"
              label="Review request"
              rowName={user.name}
              Icon={UserCheck}
              onClick={(event) => onReviewRequest(user, event.currentTarget)}
            />
          )}
          {user.role !== 'user' && (
            <RowAction
              action="verify"
              label="Verification"
              rowName={user.name}
              Icon={BadgeCheck}
              onClick={(event) => onVerify(user, event.currentTarget)}
            />
          )}
          <RowAction
            action="edit"
            label="Edit user"
            rowName={user.name}
            Icon={Pencil}
            {...(isOwn ? { disabledReason: OWN_ROLE_TEXT } : {})}
            onClick={(event) => onEdit(user, event.currentTarget)}
          />
          <RowAction
            action="delete"
            label="Delete user"
            rowName={user.name}
            Icon={Trash2}
            {...(isOwn ? { disabledReason: OWN_DELETE_TEXT } : {})}
            onClick={(event) => onDelete(user, event.currentTarget)}
          />
        </>
      );
    }),
  ];
}

function Person({ user, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar
        name={user.name}
        {...avatarSources(user.avatar)}
        sizes="36px"
        className="size-9 text-sm"
      />
      <div className="min-w-0 leading-snug [overflow-wrap:anywhere]">
        <p className="font-semibold">
          {user.name}
          {isOwn && <span className="ml-2 text-sm font-normal text-ink-faint">You</span>}
        </p>
        <p className="text-sm text-ink-soft">{user.email}</p>
      </div>
    </div>
  );
}
