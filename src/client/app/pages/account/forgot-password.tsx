import type { Route } from './+types/forgot-password';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { inlineLinkClass } from '../../../features/accounts/account-header.tsx';
import { ForgotPasswordForm } from '../../../features/accounts/forgot-password-form.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { Link } from '../../../ui/actions/link.tsx';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Forgot password', matches);

export default function ForgotPasswordPage() {
  const { state } = useLocation();
  return (
    <>
      <ForgotPasswordForm />
      <p className="mt-6 text-sm text-ink-soft">
        Remembered it?{' '}
        <Link href={pagePaths.login()} state={state} className={inlineLinkClass}>
          Sign in
        </Link>
      </p>
    </>
  );
}
