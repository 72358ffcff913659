import { useSearchParams } from 'react-router';
import { ManageAlert } from '../../../features/saved-searches/manage-alert.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Your alerts');

export default function ManageAlertPage() {
  const [search] = useSearchParams();
  return <ManageAlert token={search.get('token') ?? ''} />;
}
