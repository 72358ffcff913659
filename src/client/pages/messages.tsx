import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Contact Messages');

export default function MessagesPage() {
  return <ComingSoon title="Contact Messages" />;
}
