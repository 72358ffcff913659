import { useSearchParams } from 'react-router';
import { ResetPasswordForm } from '../../../features/accounts/reset-password-form.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Choose a new password');

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  return <ResetPasswordForm token={search.get('token') ?? ''} />;
}
