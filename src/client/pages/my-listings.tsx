import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('My Listings');

export default function MyListingsPage() {
  return <ComingSoon title="My Listings" />;
}
