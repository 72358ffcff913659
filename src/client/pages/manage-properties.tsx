import { ComingSoon } from '../layout/coming-soon.tsx';
import { privateMeta } from '../seo/page-meta.ts';

export const meta = () => privateMeta('Property Mgt.');

export default function ManagePropertiesPage() {
  return <ComingSoon title="Property Mgt." />;
}
