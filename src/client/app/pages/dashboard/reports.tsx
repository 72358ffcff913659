import { ReportsList } from '../../../features/reports/management/reports-list.tsx';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Reports';

export const meta = () => privateMeta(TITLE);

export default function ReportsPage() {
  return (
    <AdminOnly title={TITLE}>
      <ReportsList />
    </AdminOnly>
  );
}
