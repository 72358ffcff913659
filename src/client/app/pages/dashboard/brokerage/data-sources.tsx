import type { Route } from './+types/data-sources';
import { DataSourcesPage } from '../../../../features/imports/management/sources/data-sources-page.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';
import { AdminOnly } from '../../../../session/admin-only.tsx';

const TITLE = 'Data Sources';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function DataSourcesRoute() {
  return (
    <AdminOnly title={TITLE}>
      <DataSourcesPage />
    </AdminOnly>
  );
}
