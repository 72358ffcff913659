import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Edit Property Listing');

export default function EditListingPage() {
  return <ComingSoon title="Edit Property Listing" />;
}
