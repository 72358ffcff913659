import type { Route } from './+types/audit-log';
import { AuditList } from '../../../features/audit/audit-list.tsx';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Audit Log';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function AuditLogPage() {
  return (
    <AdminOnly title={TITLE}>
      <AuditList />
    </AdminOnly>
  );
}
