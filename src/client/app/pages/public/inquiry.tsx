import type { Route } from './+types/inquiry';
import { useSearchParams } from 'react-router';
import { LinkedInquiry } from '../../../features/inquiries/linked-inquiry.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Your question', matches);

export default function InquiryPage() {
  const [search] = useSearchParams();
  return <LinkedInquiry id={search.get('id') ?? ''} token={search.get('token') ?? ''} />;
}
