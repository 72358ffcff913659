import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Property');

export default function PropertyPage() {
  return (
    <div className="column py-12">
      <ComingSoon title="Property" />
    </div>
  );
}
