import { useSearchParams } from 'react-router';
import { ConfirmAlert } from '../../../features/saved-searches/confirm-alert.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Confirm your alerts');

export default function ConfirmAlertPage() {
  const [search] = useSearchParams();
  return <ConfirmAlert token={search.get('token') ?? ''} />;
}
