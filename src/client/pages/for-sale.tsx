import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Properties For Sale');

export default function ForSalePage() {
  return (
    <div className="column py-12">
      <ComingSoon title="Properties For Sale" />
    </div>
  );
}
