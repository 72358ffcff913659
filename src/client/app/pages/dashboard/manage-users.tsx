import type { Route } from './+types/manage-users';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { UsersList } from '../../../features/users/users-list.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Manage Users';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function ManageUsersPage() {
  return (
    <AdminOnly title={TITLE}>
      <UsersList />
    </AdminOnly>
  );
}
