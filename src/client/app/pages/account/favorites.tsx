import type { Route } from './+types/favorites';
import { SavedHomesPage } from '../../../features/favorites/saved-homes-page.tsx';
import { AddToShortlist } from '../../../features/shortlists/add-to-shortlist.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Saved Homes', matches);

export default function FavoritesPage() {
  return <SavedHomesPage renderActions={(property) => <AddToShortlist property={property} />} />;
}
