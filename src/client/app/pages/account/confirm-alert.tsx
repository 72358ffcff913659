import type { Route } from './+types/confirm-alert';
import { useSearchParams } from 'react-router';
import { ConfirmAlert } from '../../../features/saved-searches/links/confirm-alert.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta('Confirm your alerts', matches);

export default function ConfirmAlertPage() {
  const [search] = useSearchParams();
  return <ConfirmAlert token={search.get('token') ?? ''} />;
}
