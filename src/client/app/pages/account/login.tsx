import type { Route } from './+types/login';
import { useLocation } from 'react-router';
import { pagePaths } from '#shared/page-paths.ts';
import { useSite } from '../../../api/page-data/site.ts';
import { AccountHeader, inlineLinkClass } from '../../../features/accounts/account-header.tsx';
import { LoginForm } from '../../../features/accounts/login-form.tsx';
import { returnPath } from '../../../session/after-sign-in.ts';
import { VisitorsOnly } from '../../../session/visitors-only.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { Link } from '../../../ui/actions/link.tsx';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Sign in', matches);

export default function LoginPage() {
  const { state } = useLocation();
  const { name } = useSite();
  return (
    <VisitorsOnly>
      <AccountHeader
        title={returnPath(state) === undefined ? 'Welcome back' : 'Please sign in first'}
      >
        New to {name}?{' '}
        <Link href={pagePaths.register()} state={state} className={inlineLinkClass}>
          Sign up
        </Link>
      </AccountHeader>
      <LoginForm />
    </VisitorsOnly>
  );
}
