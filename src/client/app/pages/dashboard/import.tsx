import type { Route } from './+types/import';
import { ImportPage } from '../../../features/imports/management/import-page.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Import', matches);

export default function ImportRoute() {
  return <ImportPage />;
}
