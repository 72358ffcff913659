import { useSearchParams } from 'react-router';
import { ToursDashboard } from '../../../features/tours/management/tours-dashboard.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('Tours');

export default function ToursPage() {
  const [search] = useSearchParams();
  return <ToursDashboard week={search.get('week') ?? undefined} />;
}
