import type { Route } from './+types/register';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { AccountHeader, inlineLinkClass } from '../../../features/accounts/account-header.tsx';
import { RegisterForm } from '../../../features/accounts/register-form.tsx';
import { VisitorsOnly } from '../../../session/visitors-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { Link } from '../../../ui/actions/link.tsx';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Create an account', matches);

export default function RegisterPage() {
  const { state } = useLocation();
  return (
    <VisitorsOnly>
      <AccountHeader title="Create your account">
        Already have one?{' '}
        <Link href={pagePaths.login()} state={state} className={inlineLinkClass}>
          Sign in
        </Link>
      </AccountHeader>
      <RegisterForm />
    </VisitorsOnly>
  );
}
