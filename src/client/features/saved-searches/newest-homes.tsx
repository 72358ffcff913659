import { coverOf } from '#shared/properties/cover.ts';
import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { listQuery } from '../../api/api-queries.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Link } from '../../ui/actions/link.tsx';
import { Badge } from '../../ui/blocks/badge.tsx';
import { imageSources } from '../../ui/pictures/image-sources.ts';
import { Picture } from '../../ui/pictures/picture.tsx';
import { useIsNear } from '../../ui/timing/use-is-near.ts';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { toUrlParameters } from './search-url.ts';

/** Enough for a preview; the listing page has all homes. */
const PREVIEW_COUNT = 3;

/** The newest homes for a saved search, loaded near the viewport. */
export function NewestHomes({ search }: { search: SavedSearch }) {
  const { ref, isNear } = useIsNear('200px');
  const query = {
    ...toUrlParameters(search.search),
    sort: 'createdAt_desc',
    limit: PREVIEW_COUNT,
  } as const;
  const homes = useQuery({ ...listQuery('GET /properties', { query }), enabled: isNear });
  const items = homes.data?.items;
  return (
    <div ref={ref} className="mt-4">
      {homes.isPending && (
        <div aria-hidden="true" className="grid gap-3 sm:grid-cols-3">
          {Array.from({ length: PREVIEW_COUNT }, (_, index) => (
            <Skeleton key={index} className="h-16" />
          ))}
        </div>
      )}
      {homes.isError && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          The newest homes could not be loaded.
          <Button
            variant="quiet"
            size="sm"
            busy={homes.isFetching}
            onClick={() => void homes.refetch()}
          >
            Try again
          </Button>
        </p>
      )}
      {items?.length === 0 && (
        <p className="text-sm text-ink-soft">No matches right now. New homes will show up here.</p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={`Newest homes for ${search.name}`} className="grid gap-3 sm:grid-cols-3">
          {items.map((home) => (
            <li key={home._id} className="group relative flex min-w-0 items-center gap-3">
              <Thumbnail picture={coverOf(home.pictures)} />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 font-semibold figures">
                  {formatPrice(home.price)}
                  {home.createdAt > search.seenAt && <Badge tone="clay">New</Badge>}
                </p>
                <Link
                  href={pagePaths.property(home._id)}
                  className="line-clamp-2 text-sm text-ink-soft underline-offset-4 group-hover:underline after:absolute after:inset-0 after:content-['']"
                >
                  {home.title}
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Thumbnail({ picture }: { picture: Property['pictures'][number] | undefined }) {
  if (picture === undefined) return <span className="h-16 w-24 shrink-0 rounded-sm bg-sunken" />;
  return (
    <Picture
      {...imageSources(picture.path, picture.width)}
      sizes="96px"
      alt=""
      placeholder={picture.placeholder}
      className="w-24 shrink-0 rounded-sm"
    />
  );
}
