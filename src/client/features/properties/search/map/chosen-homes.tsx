import { coverOf } from '#shared/properties/cover.ts';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import { countOf, totalOf } from '#shared/format/numbers.ts';
import { serializeBounds } from '#shared/geo/bounds.ts';
import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PropertySummary } from '../../../../property-cards/property-summary.ts';
import { MapTile } from '../../../../property-cards/pictures/map-tile.tsx';
import { summariesQuery } from '../../../../property-cards/property-queries.ts';
import { bathsText, bedsText } from '#shared/properties/home-words.ts';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { Link } from '../../../../ui/actions/link.tsx';
import { imageSources } from '../../../../ui/pictures/image-sources.ts';
import { Picture } from '../../../../ui/pictures/picture.tsx';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { useEscape } from '../../../../ui/overlays/use-escape.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { conditionsOf } from '../query/listing-queries.ts';
import type { Pin } from './pins/pins.ts';

export interface ChosenHomesProps {
  pin: Pin;
  search: SearchState;
  /** Called with the card's position in the window when it appears and when its size changes. */
  onResize: (card: DOMRect) => void;
  onClose: () => void;
}

/**
 * The selected home as a card at the bottom of the map, or the homes at one spot, or in a cluster that
 * cannot be zoomed into, as a list.
 */
export function ChosenHomes({ pin, search, onResize, onClose }: ChosenHomesProps) {
  const { scope, filters } = search;
  const box = useRef<HTMLElement>(null);
  // The matches within the pin's bounds, in list order.
  const bounds = serializeBounds(pin.bounds);
  const query = {
    ...conditionsOf(scope, filters),
    bounds,
    sort: filters.sort,
    limit: MAX_PAGE_SIZE,
  };
  const results = useQuery(summariesQuery({ query }));
  const total = results.data?.totalCount ?? 0;
  const homes = (results.data?.items ?? []).filter(
    ({ _id }) => pin.ids.length === 0 || pin.ids.includes(_id),
  );
  useEscape(box, onClose);
  const reportSize = useEffectEvent(onResize);
  useEffect(() => {
    const section = box.current;
    if (section === null) return undefined;
    section.focus({ preventScroll: true });
    const resizeObserver = new ResizeObserver(() => reportSize(section.getBoundingClientRect()));
    resizeObserver.observe(section);
    return () => resizeObserver.disconnect();
  }, []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={pin.kind === 'home' ? 'Selected home' : `${countOf(pin.count, 'home')} here`}
      className="relative w-full max-w-md rounded-md border border-line bg-surface shadow-pop"
    >
      {pin.kind !== 'home' && (
        <h2 className="border-b border-line px-4 py-3 font-semibold">
          {countOf(pin.count, 'home')} here
        </h2>
      )}
      <ul className="max-h-[45dvh] divide-y divide-line overflow-y-auto overscroll-contain">
        {results.isPending && (
          <li className="flex gap-4 p-3">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-24 w-32 shrink-0 rounded-sm" />
            <div className="flex-1">
              <Skeleton className="mt-1 h-6 w-24" />
              <Skeleton className="mt-3 h-4 w-4/5" />
            </div>
          </li>
        )}
        {homes.map((home) => (
          <Home key={home._id} home={home} />
        ))}
        {!results.isPending && homes.length === 0 && (
          <li className="p-4 pr-14 text-ink-soft">
            {results.isError
              ? `The ${pin.kind === 'home' ? 'home' : 'homes'} could not be loaded.`
              : `${pin.kind === 'home' ? 'This home is' : 'These homes are'} no longer available.`}
          </li>
        )}
      </ul>
      {total > MAX_PAGE_SIZE && (
        <p className="border-t border-line px-4 py-3">
          <Link
            href={searchHref(scope, { ...filters, bounds, view: '' })}
            className="font-semibold text-brand underline underline-offset-4"
          >
            See all {totalOf(total, 'home')}
          </Link>
        </p>
      )}
      <IconButton
        label="Close"
        icon={<X className="size-5" />}
        onClick={onClose}
        className="absolute top-1 right-1 bg-surface"
      />
    </section>
  );
}

function Home({ home }: { home: PropertySummary }) {
  const picture = coverOf(home.pictures);
  return (
    <li className="group relative flex gap-4 p-3">
      <div className="w-32 shrink-0">
        {picture === undefined ? (
          <MapTile home={home.position} />
        ) : (
          <Picture
            {...imageSources(picture.path, picture.width)}
            sizes="128px"
            alt=""
            placeholder={picture.placeholder}
            className="rounded-sm"
          />
        )}
      </div>
      <div className="min-w-0 flex-1 pr-8">
        <p className="display figures text-lg">
          {formatPrice(home.price)}
          {home.status === 'For Rent' && (
            <small className="font-sans text-sm text-ink-soft">/mo</small>
          )}
        </p>
        <p className="font-semibold">
          <Link
            href={pagePaths.property(home._id)}
            className="block min-h-6 truncate underline-offset-4 group-hover:underline after:absolute after:inset-0 after:content-['']"
          >
            {home.title}
          </Link>
        </p>
        <p className="truncate text-sm text-ink-soft">
          {home.city}, {home.state}
        </p>
        <p className="figures text-sm text-ink-soft">
          {bedsText(home.bedrooms)} · {bathsText(home.bathrooms)} · {home.status}
        </p>
      </div>
    </li>
  );
}
