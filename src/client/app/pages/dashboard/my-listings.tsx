import { MyListings } from '../../../features/property-management/list/my-listings.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta = () => privateMeta('My Listings');

export default function MyListingsPage() {
  return <MyListings />;
}
