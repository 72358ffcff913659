import type { Route } from './+types/shortlist';
import { ShortlistPage } from '../../../features/shortlists/shortlist-page.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';
import { useSession } from '../../../session/session-context.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Shortlist', matches);

export default function Shortlist({ params }: Route.ComponentProps) {
  const session = useSession();
  return (
    <RequireRole roles={ROLES}>
      {session.status === 'signed-in' && <ShortlistPage key={params.id} id={params.id} />}
    </RequireRole>
  );
}
