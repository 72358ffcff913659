import type { Route } from './+types/tour';
import { useSearchParams } from 'react-router';
import { LinkedTour } from '../../../features/tours/linked-tour.tsx';
import { tokenMeta } from '../../../seo/page-meta.ts';
import { useHydrated } from '../../../ui/timing/use-hydrated.ts';

export const meta: Route.MetaFunction = ({ matches }) => tokenMeta('Your Tour', matches);

/** The document is the same for every tour because only the browser reads the ID and the token. */
export default function TourPage() {
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  return <LinkedTour id={search.get('id') ?? ''} token={search.get('token') ?? ''} />;
}
