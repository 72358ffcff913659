import type { Route } from './+types/reset-password';
import { useSearchParams } from 'react-router';
import { ResetPasswordForm } from '../../../features/accounts/reset-password-form.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta('Choose a new password', matches);

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  return <ResetPasswordForm token={search.get('token') ?? ''} />;
}
