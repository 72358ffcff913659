import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Sign in');

export default function LoginPage() {
  return <ComingSoon title="Sign in" />;
}
