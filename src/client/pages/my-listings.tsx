import { MyListings } from '../features/listing-desk/my-listings.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('My Listings');

export default function MyListingsPage() {
  return <MyListings />;
}
