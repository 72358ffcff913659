import type { Route } from './+types/jobs';
import { JobsList } from '../../../features/jobs/management/jobs-list.tsx';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Work Queue';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function JobsPage() {
  return (
    <AdminOnly title={TITLE}>
      <JobsList />
    </AdminOnly>
  );
}
