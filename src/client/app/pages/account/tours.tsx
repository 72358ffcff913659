import { MyTours } from '../../../features/tours/my-tours.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta = () => privateMeta('My Tours');

export default function ToursPage() {
  return (
    <RequireRole roles={ROLES}>
      <MyTours />
    </RequireRole>
  );
}
