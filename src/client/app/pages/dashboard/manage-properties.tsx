import type { Route } from './+types/manage-properties';
import { AdminOnly } from '../../../session/admin-only.tsx';
import { AllListings } from '../../../features/property-management/list/all-listings.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Manage Properties';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function ManagePropertiesPage() {
  return (
    <AdminOnly title={TITLE}>
      <AllListings />
    </AdminOnly>
  );
}
