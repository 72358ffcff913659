import { useSearchParams } from 'react-router';
import type { Route } from './+types/office-desk';
import { OfficeDesk } from '../../../../features/offices/management/office-desk.tsx';
import { privateMeta } from '../../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Office', matches);

export default function OfficeDeskRoute() {
  const [params] = useSearchParams();
  return <OfficeDesk chosen={params.get('id') ?? ''} />;
}
