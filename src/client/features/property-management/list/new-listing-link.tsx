import Plus from 'lucide-react/icons/plus';
import { pagePaths } from '#shared/page-paths.ts';
import { LinkButton } from '../../../ui/actions/link-button.tsx';

/** The link to the form that creates a listing (docs/product/dashboard.md, My Listings). */
export function NewListingLink() {
  return (
    <LinkButton href={pagePaths.addListing()}>
      <Plus aria-hidden="true" className="-ml-1 size-4.5" />
      New Listing
    </LinkButton>
  );
}
