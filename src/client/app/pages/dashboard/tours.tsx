import type { Route } from './+types/tours';
import { useSearchParams } from 'react-router';
import { ToursDashboard } from '../../../features/tours/management/tours-dashboard.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Tours', matches);

export default function ToursPage() {
  const [search] = useSearchParams();
  return <ToursDashboard week={search.get('week') ?? undefined} />;
}
