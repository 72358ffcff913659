import { Outlet } from 'react-router';
import type { Route } from './+types/dashboard-layout';
import { DashboardFrame } from './dashboard-frame.tsx';
import { ErrorPage } from './error-page.tsx';
import { RequireRole } from './require-role.tsx';

const ROLES = ['agent', 'admin'] as const;

export default function DashboardLayout() {
  return (
    <RequireRole roles={ROLES}>
      <DashboardFrame>
        <Outlet />
      </DashboardFrame>
    </RequireRole>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <RequireRole roles={ROLES}>
      <DashboardFrame>
        <ErrorPage error={error} />
      </DashboardFrame>
    </RequireRole>
  );
}
