import type { Route } from './+types/join';
import { useSearchParams } from 'react-router';
import { JoinShortlist } from '../../../features/shortlists/join-shortlist.tsx';
import { tokenMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => tokenMeta('Join a shortlist', matches);

export default function JoinPage() {
  const [search] = useSearchParams();
  return <JoinShortlist token={search.get('token') ?? ''} />;
}
