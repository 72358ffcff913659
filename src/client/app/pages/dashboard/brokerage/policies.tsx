import type { Route } from './+types/policies';
import { PoliciesPage } from '../../../../features/policies/management/policies-form.tsx';
import { AdminOnly } from '../../../../session/admin-only.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';

const TITLE = 'Policies';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function PoliciesRoute() {
  return (
    <AdminOnly title={TITLE}>
      <PoliciesPage />
    </AdminOnly>
  );
}
