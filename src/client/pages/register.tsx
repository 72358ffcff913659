import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Create Account');

export default function RegisterPage() {
  return <ComingSoon title="Create Account" />;
}
