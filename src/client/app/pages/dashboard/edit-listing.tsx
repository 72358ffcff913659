import type { Route } from './+types/edit-listing';
import { EditListing } from '../../../features/property-management/editor/edit-listing.tsx';
import { OpenHousesEditor } from '../../../features/tours/management/open-houses-editor.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Edit Property Listing';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function EditListingPage({ params }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display mb-6 text-xl">{TITLE}</h1>
      <EditListing
        key={params.id}
        id={params.id}
        openHouses={<OpenHousesEditor propertyId={params.id} />}
      />
    </>
  );
}
