import type { Route } from './+types/reports';
import { ReportsList } from '../../../features/reports/management/reports-list.tsx';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Reports';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function ReportsPage() {
  return (
    <AdminOnly title={TITLE}>
      <ReportsList />
    </AdminOnly>
  );
}
