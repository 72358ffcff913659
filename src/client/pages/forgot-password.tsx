import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Forgot password');

export default function ForgotPasswordPage() {
  return <ComingSoon title="Forgot password" />;
}
