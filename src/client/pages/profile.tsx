import { ComingSoon } from '../layout/coming-soon.tsx';
import { RequireRole } from '../layout/require-role.tsx';
import { privateMeta } from '../seo/page-meta.ts';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta = () => privateMeta('My Profile');

export default function ProfilePage() {
  return (
    <RequireRole roles={ROLES}>
      <div className="column py-12">
        <ComingSoon title="My Profile" />
      </div>
    </RequireRole>
  );
}
