import { useSearchParams } from 'react-router';
import { SharedShortlist } from '../../../features/shortlists/shared-shortlist.tsx';
import { tokenMeta } from '../../../seo/page-meta.ts';

export const meta = () => tokenMeta('Shared shortlist');

export default function SharedPage() {
  const [search] = useSearchParams();
  return <SharedShortlist token={search.get('token') ?? ''} />;
}
