import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Listings by Agent');

export default function AgentListingsPage() {
  return (
    <div className="column py-12">
      <ComingSoon title="Listings by Agent" />
    </div>
  );
}
