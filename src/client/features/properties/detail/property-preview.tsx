import { toPreview } from '#shared/schemas/properties/draft-listing.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { Banner } from '../../../ui/notices/banner.tsx';
import { LinkButton } from '../../../ui/actions/link-button.tsx';
import { pagePaths } from '#shared/page-paths.ts';
import { PropertyDetail } from './property-detail.tsx';

/** The preview of an unpublished listing, for users who can edit it. */
export function PropertyPreview({ listing }: { listing: ManagedProperty }) {
  return (
    <>
      <div className="column pt-6 print:hidden">
        <Banner
          tone="info"
          action={
            <LinkButton href={pagePaths.editListing(listing._id)} variant="secondary" size="sm">
              Edit Listing
            </LinkButton>
          }
        >
          Preview - not published
        </Banner>
      </div>
      <PropertyDetail property={toPreview(listing)} isPreview />
    </>
  );
}
