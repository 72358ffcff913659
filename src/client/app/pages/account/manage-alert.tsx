import type { Route } from './+types/manage-alert';
import { useSearchParams } from 'react-router';
import { ManageAlert } from '../../../features/saved-searches/links/manage-alert.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Your alerts', matches);

export default function ManageAlertPage() {
  const [search] = useSearchParams();
  return <ManageAlert token={search.get('token') ?? ''} />;
}
