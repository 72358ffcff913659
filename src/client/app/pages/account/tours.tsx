import type { Route } from './+types/tours';
import { MyTours } from '../../../features/tours/my-tours.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';
import { RequireRole } from '../../../session/require-role.tsx';

const ROLES = ['user', 'agent', 'admin'] as const;

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('My Tours', matches);

export default function ToursPage() {
  return (
    <RequireRole roles={ROLES}>
      <MyTours />
    </RequireRole>
  );
}
