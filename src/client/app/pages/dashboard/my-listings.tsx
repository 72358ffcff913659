import type { Route } from './+types/my-listings';
import { MyListings } from '../../../features/property-management/list/my-listings.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('My Listings', matches);

export default function MyListingsPage() {
  return <MyListings />;
}
