import type { Route } from './+types/shared';
import { useSearchParams } from 'react-router';
import { SharedShortlist } from '../../../features/shortlists/shared-shortlist.tsx';
import { tokenMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => tokenMeta('Shared shortlist', matches);

export default function SharedPage() {
  const [search] = useSearchParams();
  return <SharedShortlist token={search.get('token') ?? ''} />;
}
