import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Manage Users');

export default function ManageUsersPage() {
  return <ComingSoon title="Manage Users" />;
}
