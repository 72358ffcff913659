import type { Route } from './+types/set-up-second-factor';
import { AccountHeader } from '../../../../features/accounts/account-header.tsx';
import { RequiredSetup } from '../../../../features/accounts/security/required-setup.tsx';
import { RequireRole } from '../../../../session/require-role.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';
import { PageSpinner } from '../../../../ui/waiting/page-spinner.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta('Set up a second factor', matches);

export default function SetUpSecondFactorPage() {
  return (
    <RequireRole roles={ROLES} fallback={<PageSpinner />}>
      <AccountHeader title="Set up a second factor">
        This site requires its staff to use a second factor. Set one up to continue.
      </AccountHeader>
      <RequiredSetup />
    </RequireRole>
  );
}
