import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Create a New Property Listing');

export default function AddListingPage() {
  return <ComingSoon title="Create a New Property Listing" />;
}
