import { SavedSearches } from '../../../features/saved-searches/saved-searches.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta = () => privateMeta('Saved searches');

export default function SavedSearchesPage() {
  return (
    <RequireRole roles={ROLES}>
      <SavedSearches />
    </RequireRole>
  );
}
