import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { apiQuery } from '../../api/api-queries.ts';
import { VerifiedBadge } from '../../property-cards/verified-badge.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { Card } from '../../ui/blocks/card.tsx';
import { Spinner } from '../../ui/waiting/spinner.tsx';
import { useSession } from '../../session/session-context.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ProfileInformationForm } from './profile-information-form.tsx';

const DownloadData = lazy(async () => ({
  default: (await import('./download-data.tsx')).DownloadData,
}));
const SecuritySection = lazy(async () => ({
  default: (await import('./security/security-section.tsx')).SecuritySection,
}));

const ROLE_NAME = { user: 'User', agent: 'Agent', admin: 'Admin' } as const;

/**
 * The page 'My Profile' (docs/product/accounts.md, Profile). Rendered inside `RequireRole`, so the
 * user is signed in.
 */
export function Profile() {
  const session = useSession();
  // The session may be weeks old, and the account may have been changed on another device.
  const { data: currentUser } = useQuery({
    ...apiQuery('GET /users/profile', {}),
    staleTime: 0,
    gcTime: 0,
  });
  const { updateUser } = session;
  useEffect(() => {
    if (currentUser !== undefined) updateUser(currentUser);
  }, [currentUser, updateUser]);
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <div className="column py-10 lg:py-14">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="display text-xl">My Profile</h1>
        <Badge tone="brand">{ROLE_NAME[user.role]}</Badge>
        <VerifiedBadge verification={user.verification} />
      </div>
      {user.agentRequestedAt !== null && (
        <Banner tone="info" className="mt-6">
          Your request to list homes is waiting for approval.
        </Banner>
      )}
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Profile Information">
          <ProfileInformationForm user={user} />
        </Panel>
        <Panel title="Change Password">
          <ChangePasswordForm email={user.email} />
        </Panel>
        <Panel title="Your Data">
          <DownloadData />
        </Panel>
        <Panel title="Security">
          <SecuritySection email={user.email} />
        </Panel>
      </div>
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="mb-6 text-lg font-semibold">{title}</h2>
      <Suspense fallback={<Spinner />}>{children}</Suspense>
    </Card>
  );
}
