import { useSearchParams } from 'react-router';
import type { Route } from './+types/office-dashboard';
import { OfficeDashboard } from '../../../../features/offices/management/office-dashboard.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Office', matches);

export default function OfficeDashboardRoute() {
  const [params] = useSearchParams();
  return <OfficeDashboard selectedId={params.get('id') ?? ''} />;
}
