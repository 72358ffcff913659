import { useSearchParams } from 'react-router';
import { Unsubscribe } from '../../../features/saved-searches/unsubscribe.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Unsubscribe');

export default function UnsubscribePage() {
  const [search] = useSearchParams();
  return <Unsubscribe token={search.get('token') ?? ''} />;
}
