import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Meet Our Professional Agents');

export default function AgentsPage() {
  return (
    <div className="column py-12">
      <ComingSoon title="Meet Our Professional Agents" />
    </div>
  );
}
