import { ListingForm } from '../features/listing-desk/listing-form.tsx';
import { privateMeta } from '../seo/page-meta.ts';

const TITLE = 'Create a New Property Listing';

export const meta = () => privateMeta(TITLE);

export default function AddListingPage() {
  return (
    <>
      <h1 className="display mb-6 text-xl">{TITLE}</h1>
      <ListingForm />
    </>
  );
}
