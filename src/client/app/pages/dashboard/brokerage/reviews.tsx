import type { Route } from './+types/reviews';
import { ReviewsList } from '../../../../features/reviews/management/reviews-list.tsx';
import { AdminOnly } from '../../../../session/admin-only.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';

const TITLE = 'Reviews';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function ReviewsPage() {
  return (
    <AdminOnly title={TITLE}>
      <ReviewsList />
    </AdminOnly>
  );
}
