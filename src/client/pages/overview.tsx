import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Overview');

export default function OverviewPage() {
  return <ComingSoon title="Overview" />;
}
