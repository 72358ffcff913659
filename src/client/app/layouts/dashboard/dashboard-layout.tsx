import { Outlet } from 'react-router';
import type { Route } from './+types/dashboard-layout';
import { DashboardFrame } from './dashboard-frame.tsx';
import { ErrorPage } from '../error-page.tsx';
import { PageSpinner } from '../../../ui/waiting/page-spinner.tsx';
import { RequireRole } from '../../../session/require-role.tsx';
import { MAIN_ID } from '../route-announcer.tsx';
import stylesheet from '../../../styles/dashboard.css?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

/** Shown until the user is known because the frame depends on the user. */
function LoadingPage() {
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <PageSpinner />
    </main>
  );
}

const ROLES = ['agent', 'admin'] as const;

export default function DashboardLayout() {
  return (
    <RequireRole roles={ROLES} fallback={<LoadingPage />}>
      <DashboardFrame>
        <Outlet />
      </DashboardFrame>
    </RequireRole>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <RequireRole roles={ROLES} fallback={<LoadingPage />}>
      <DashboardFrame>
        <ErrorPage error={error} />
      </DashboardFrame>
    </RequireRole>
  );
}
