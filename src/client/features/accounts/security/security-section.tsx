import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { securityQuery } from './security-queries.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

/** The 'Security' section of the profile (docs/product/account-security.md). */
export function SecuritySection({ email }: { email: string }) {
  const security = useQuery(securityQuery);
  if (security.isPending)
    return (
      <div className="grid min-h-32 place-items-center">
        <Spinner />
      </div>
    );
  if (security.isError) {
    return (
      <LoadError
        title="Your security settings could not be loaded."
        isRetrying={security.isFetching}
        onRetry={() => void security.refetch()}
      >
        {security.error.message}
      </LoadError>
    );
  }
  return (
    <div className="grid gap-8">
      <TwoFactorPanel security={security.data} email={email} />
      <PasskeysPanel passkeys={security.data.passkeys} />
      <SessionsPanel />
    </div>
  );
}
