import type { Route } from './+types/manage-inquiries';
import { InquiriesDashboard } from '../../../features/inquiries/management/inquiries-dashboard.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Inquiries', matches);

export default function ManageInquiriesPage() {
  return <InquiriesDashboard />;
}
