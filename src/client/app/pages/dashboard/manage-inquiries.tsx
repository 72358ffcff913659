import { InquiryInbox } from '../../../features/inquiries/management/inbox.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Inquiries');

export default function ManageInquiriesPage() {
  return <InquiryInbox />;
}
