import { coverOf } from '#shared/properties/cover.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { ManagedProperty, Property } from '#shared/schemas/properties/property.ts';
import { unavailableLabel } from '#shared/properties/home-words.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useIsNear } from '../../../ui/timing/use-is-near.ts';
import { imageSources } from '../../../ui/pictures/image-sources.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { MapTile } from '../../../property-cards/pictures/map-tile.tsx';
import { propertyQuery } from '../../../property-cards/property-queries.ts';
import { recentHomes } from './seen-homes.ts';

const MAX_SHOWN = 4;

/**
 * The homes last viewed on this device, fetched when the section comes near the viewport. Renders
 * nothing if there are none.
 */
export function RecentlyViewed({ except }: { except: string | undefined }) {
  const ids = useSyncExternalStore(
    recentHomes.subscribe,
    recentHomes.getSnapshot,
    recentHomes.getServerSnapshot,
  )
    .filter((id) => id !== except)
    .slice(0, MAX_SHOWN);
  const { ref, isNear } = useIsNear('300px');
  const results = useQueries({
    queries: ids.map((id) => ({ ...propertyQuery(id), enabled: isNear })),
  });

  // Homes that can no longer be found are not requested again.
  useEffect(() => {
    results.forEach(({ error }, index) => {
      const id = ids[index];
      if (id !== undefined && isApiError(error) && error.status === 404) recentHomes.remove(id);
    });
  }, [results, ids]);

  if (ids.length === 0) return null;
  return (
    <section
      ref={ref}
      aria-labelledby="recent-heading"
      className="mt-16 border-t border-line pt-10 first:mt-0 print:hidden"
    >
      <h2 id="recent-heading" className="mb-5 text-lg font-semibold">
        Recently viewed on this device
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-4 md:gap-x-6">
        {ids.map((id, index) => (
          <li key={id}>
            <RecentTile id={id} property={publishedOf(results[index]?.data)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the listing if it is published. Users also receive their own drafts. */
const publishedOf = (listing: ManagedProperty | undefined) =>
  listing?.publishState === 'published' ? listing : undefined;

function RecentTile({ id, property }: { id: string; property: Property | undefined }) {
  const picture = property && coverOf(property.pictures);
  return (
    <Link href={pagePaths.property(id)} className="group block">
      {picture === undefined ? (
        <MapTile home={property} />
      ) : (
        <Picture
          {...imageSources(picture.path, picture.width)}
          sizes="(min-width: 1360px) 302px, (min-width: 768px) 22vw, 46vw"
          alt=""
          placeholder={picture.placeholder}
          className="rounded-sm"
        />
      )}
      <span className="figures mt-2 block min-h-6 font-semibold">
        {property && (unavailableLabel(property) ?? formatPrice(property.price))}
      </span>
      <span className="block min-h-5 truncate text-sm text-ink-soft underline-offset-4 group-hover:underline">
        {property?.title ?? <span className="sr-only">A recently viewed home</span>}
      </span>
    </Link>
  );
}
