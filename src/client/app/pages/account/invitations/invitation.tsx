import type { Route } from './+types/invitation';
import { useSearchParams } from 'react-router';
import { Invitation } from '../../../../features/accounts/invitations/invitation.tsx';
import { tokenMeta } from '../../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => tokenMeta('Your invitation', matches);

export default function InvitationPage() {
  const [search] = useSearchParams();
  return <Invitation token={search.get('token') ?? ''} />;
}
