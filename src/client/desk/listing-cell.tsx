import type { Property } from '#shared/schemas/property.ts';
import { imageSources } from '../images/image-sources.ts';
import { Picture } from '../ui/picture.tsx';

/** A listing in a table: its cover, title, city and state, and address (spec section 2, My listings). */
export function ListingCell({ property }: { property: Property }) {
  const [picture] = property.pictures;
  const sources = picture && imageSources(picture.path, picture.width);
  return (
    <div className="flex min-w-0 items-center gap-3.5">
      {sources === undefined ? (
        <span className="h-12 w-16 shrink-0 rounded-sm border border-line bg-sunken" />
      ) : (
        <Picture
          {...sources}
          sizes="64px"
          alt=""
          placeholder={picture?.placeholder}
          className={`w-16 shrink-0 rounded-sm ${property.isAvailable ? '' : 'opacity-60 grayscale'}`}
        />
      )}
      <div className="min-w-0 leading-snug [overflow-wrap:anywhere]">
        <p className="line-clamp-2 font-semibold">{property.title}</p>
        <p className="text-sm text-ink-soft">
          {property.city}, {property.state}
        </p>
        <p className="line-clamp-1 text-sm text-ink-faint">{property.address}</p>
      </div>
    </div>
  );
}
