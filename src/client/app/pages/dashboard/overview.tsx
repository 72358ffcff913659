import type { Route } from './+types/overview';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { can } from '#shared/permissions.ts';
import { siteSetupQuery } from '../../../features/site/management/setup/setup-query.ts';
import { useSession } from '../../../session/session-context.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { PageSpinner } from '../../../ui/waiting/page-spinner.tsx';

// Each role loads only its own overview.
const AdminOverview = lazy(async () => ({
  default: (await import('../../../features/statistics/admin-overview.tsx')).AdminOverview,
}));
const AgentOverview = lazy(async () => ({
  default: (await import('../../../features/statistics/agent-overview.tsx')).AgentOverview,
}));
const SetupList = lazy(async () => ({
  default: (await import('../../../features/site/management/setup/setup-list.tsx')).SetupList,
}));
const NewListingLink = lazy(async () => ({
  default: (await import('../../../features/property-management/list/new-listing-link.tsx'))
    .NewListingLink,
}));

const ReplyButton = lazy(async () => ({
  default: (await import('../../../features/inquiries/management/reply-button.tsx')).ReplyButton,
}));
const ConfirmTourButton = lazy(async () => ({
  default: (await import('../../../features/tours/management/confirm-button.tsx'))
    .ConfirmTourButton,
}));

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Overview', matches);

/**
 * Shows site-wide statistics to admins and personal statistics to agents. Shows a spinner while the
 * session loads.
 */
export default function OverviewPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return <PageSpinner />;
  return (
    <Suspense fallback={<PageSpinner />}>
      {can(session.user, 'stats:site') ? (
        <AdminPage />
      ) : (
        <AgentOverview
          newListingLink={<NewListingLink />}
          Reply={ReplyButton}
          Confirm={ConfirmTourButton}
        />
      )}
    </Suspense>
  );
}

/**
 * The admin's overview. It is hidden until the setup checklist is loaded because inserting the
 * checklist later would push the content down.
 */
function AdminPage() {
  const { isPending } = useQuery(siteSetupQuery);
  return (
    <>
      {isPending && <PageSpinner />}
      <div hidden={isPending}>
        <AdminOverview notice={<SetupList />} />
      </div>
    </>
  );
}
