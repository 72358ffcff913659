import type { Route } from './+types/inquiries';
import { MyInquiries } from '../../../features/inquiries/my-inquiries.tsx';
import { RequireRole } from '../../../session/require-role.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('My Inquiries', matches);

export default function InquiriesPage() {
  return (
    <RequireRole roles={ROLES}>
      <MyInquiries />
    </RequireRole>
  );
}
