import type { Route } from './+types/unsubscribe';
import { useSearchParams } from 'react-router';
import { Unsubscribe } from '../../../features/saved-searches/links/unsubscribe.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Unsubscribe', matches);

export default function UnsubscribePage() {
  const [search] = useSearchParams();
  return (
    <Unsubscribe token={search.get('token') ?? ''} isWholeSite={search.get('scope') === 'site'} />
  );
}
