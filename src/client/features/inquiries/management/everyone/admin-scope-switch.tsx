import { pagePaths } from '#shared/page-paths.ts';
import { ScopeSwitch } from '../../../../session/scope-switch.tsx';

/** Switches between all inquiries and the admin's own. */
export function AdminScopeSwitch({ scope }: { scope: 'all' | 'own' }) {
  return (
    <ScopeSwitch
      scope={scope}
      options={[
        { scope: 'all', label: 'Everyone', href: pagePaths.manageInquiries() },
        { scope: 'own', label: 'Mine', href: pagePaths.manageInquiries({ scope: 'own' }) },
      ]}
    />
  );
}
