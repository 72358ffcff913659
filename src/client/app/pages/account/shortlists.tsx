import type { Route } from './+types/shortlists';
import { ShortlistsPage } from '../../../features/shortlists/shortlists-page.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Shortlists', matches);

export default function Shortlists() {
  return (
    <RequireRole roles={ROLES}>
      <ShortlistsPage />
    </RequireRole>
  );
}
