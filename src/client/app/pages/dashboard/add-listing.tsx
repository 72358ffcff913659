import type { Route } from './+types/add-listing';
import { ListingForm } from '../../../features/property-management/editor/listing-form.tsx';
import { useSession } from '../../../session/session-context.tsx';
import { privateMeta } from '../../../seo/page-meta.ts';

const TITLE = 'Create a New Property Listing';

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(TITLE, matches);

export default function AddListingPage() {
  const session = useSession();
  // The dashboard's layout renders pages only for signed-in users.
  if (session.status !== 'signed-in') return null;
  return (
    <>
      <h1 className="display mb-6 text-xl">{TITLE}</h1>
      <ListingForm user={session.user} />
    </>
  );
}
