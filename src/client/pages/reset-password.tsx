import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Choose a new password');

export default function ResetPasswordPage() {
  return <ComingSoon title="Choose a new password" />;
}
