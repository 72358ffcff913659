import type { Route } from './+types/manage-inquiries';
import { InquiriesDesk } from '../../../features/inquiries/management/inquiries-desk.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Inquiries', matches);

export default function ManageInquiriesPage() {
  return <InquiriesDesk />;
}
