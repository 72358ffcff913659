import type { Route } from './+types/profile';
import { Profile } from '../../../features/accounts/profile.tsx';
import { RequireRole } from '../../../session/require-role.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('My Profile', matches);

export default function ProfilePage() {
  return (
    <RequireRole roles={ROLES}>
      <Profile />
    </RequireRole>
  );
}
