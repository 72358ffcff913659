import type { Route } from './+types/saved-searches';
import { SavedSearches } from '../../../features/saved-searches/saved-searches.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Saved searches', matches);

export default function SavedSearchesPage() {
  return (
    <RequireRole roles={ROLES}>
      <SavedSearches />
    </RequireRole>
  );
}
