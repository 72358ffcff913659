import type { Route } from './+types/manage-inquiries';
import { InquiryInbox } from '../../../features/inquiries/management/inbox.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Inquiries', matches);

export default function ManageInquiriesPage() {
  return <InquiryInbox />;
}
