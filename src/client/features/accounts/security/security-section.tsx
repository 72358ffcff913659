import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../ui/notices/load-error.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { securityQuery } from './security-queries.ts';
import { SessionsPart } from './sessions-part.tsx';
import { TwoFactorPart } from './two-factor-part.tsx';

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
      <TwoFactorPart security={security.data} email={email} />
      <PasskeysPart passkeys={security.data.passkeys} />
      <SessionsPart />
    </div>
  );
}
