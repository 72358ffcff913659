import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Properties For Rent');

export default function ForRentPage() {
  return (
    <div className="column py-12">
      <ComingSoon title="Properties For Rent" />
    </div>
  );
}
