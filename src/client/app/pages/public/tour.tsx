import type { Route } from './+types/tour';
import { useSearchParams } from 'react-router';
import { LinkedTour } from '../../../features/tours/linked-tour.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { useHydrated } from '../../../ui/timing/use-hydrated.ts';

// The token is in the URL, so never send it as a referrer.
export const meta: Route.MetaFunction = ({ matches }) => [
  ...privateMeta('Your Tour', matches),
  { name: 'referrer', content: 'no-referrer' },
];

/** The document is the same for every token because only the browser reads the URL's data. */
export default function TourPage() {
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  return <LinkedTour id={search.get('id') ?? ''} token={search.get('token') ?? ''} />;
}
