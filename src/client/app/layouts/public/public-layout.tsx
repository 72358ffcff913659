import { Outlet } from 'react-router';
import type { Route } from './+types/public-layout';
import { ErrorPage } from '../error-page.tsx';
import { PublicFrame } from './public-frame.tsx';

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame>
      <ErrorPage error={error} />
    </PublicFrame>
  );
}
