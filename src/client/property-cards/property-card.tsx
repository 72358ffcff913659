import { coverOf } from '#shared/properties/cover.ts';
import ImageOff from 'lucide-react/icons/image-off';
import { useViewTransitionState } from 'react-router';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { formatHours, formatWeekday } from '#shared/format/time-spans.ts';
import type { PropertySummary } from './property-summary.ts';
import { imageSources } from '../ui/pictures/image-sources.ts';
import { useSite } from '../api/page-data/site.ts';
import { Badge } from '../ui/blocks/badge.tsx';
import { Link } from '../ui/actions/link.tsx';
import { Picture } from '../ui/pictures/picture.tsx';
import { CardButtons } from './card-buttons.tsx';
import { PICTURE_TRANSITION } from './picture-transition.ts';
import { bathsText, bedsText, cardAreaText } from '#shared/properties/home-words.ts';
import { contractLabel, statusTone } from './property-facts.ts';
import { isNew, priceCutText } from './property-labels.ts';

/**
 * The width of a card in a grid of one to four columns. The value for phones is slightly below the
 * actual 92vw. Dense screens hide the difference, and browsers usually pick a smaller file.
 */
export const CARD_SIZES = '(min-width:85em) 405px,(min-width:64em) 30vw,(min-width:40em) 46vw,80vw';
/** The largest stored width that such a card needs at a pixel ratio of three. */
export const MAX_CARD_WIDTH = 1280;

/** Server rendering has no transitions. */
const useIsTransitioning: typeof useViewTransitionState = import.meta.env.SSR
  ? () => false
  : useViewTransitionState;

export interface PropertyCardProps {
  property: PropertySummary;
  /** Whether its picture is visible immediately and should be fetched before others. */
  priority?: boolean;
  /** The heading level of its title. */
  level?: 2 | 3;
  /**
   * Whether its picture morphs into the one on the property page; false if another card on the page
   * may use the same transition name.
   */
  morph?: boolean;
  /** The monthly cost, shown below the price. */
  cost?: string | undefined;
  /** A note, shown below the city and state. */
  note?: string | undefined;
}

/**
 * Returns `Open Sat 1–3 PM`, in the home's time zone; null without an open house or with an invalid
 * time.
 */
function openHouseText(openHouse: PropertySummary['nextOpenHouse']): string | null {
  if (openHouse === null) return null;
  const { start, end, timeZone } = openHouse;
  const day = formatWeekday(start, timeZone);
  return day === '' ? null : `Open ${day} ${formatHours(start, end, timeZone)}`;
}

/**
 * A listing in a grid (docs/product/pages.md, Property card). The whole card links to the listing.
 * Its parts are styled by their position (property-card.css).
 */
export function PropertyCard({
  property,
  priority = false,
  level = 3,
  morph = true,
  cost,
  note,
}: PropertyCardProps) {
  const { cardArea } = useSite().policies;
  const href = pagePaths.property(property._id);
  const isTransitioning = useIsTransitioning(href) && morph;
  const Title = `h${level}` as const;
  const priceCut = priceCutText(property.priceChange);
  const openHouse = openHouseText(property.nextOpenHouse);
  const contractText = contractLabel(property);
  return (
    <article className="home-card group">
      <div style={isTransitioning ? { viewTransitionName: PICTURE_TRANSITION } : undefined}>
        <CardPicture property={property} priority={priority} />
        <CardButtons property={property} location="picture" />
        <p>
          <Badge tone={statusTone(property.status)}>{property.status}</Badge>
          {contractText !== null && <Badge tone="clay">{contractText}</Badge>}
          {isNew(property) && <Badge tone="clay">New</Badge>}
        </p>
        {(priceCut !== null || openHouse !== null) && (
          <p>
            {priceCut !== null && (
              <Badge tone="clay" className="figures">
                {priceCut}
              </Badge>
            )}
            {openHouse !== null && <Badge tone="brand">{openHouse}</Badge>}
          </p>
        )}
      </div>
      <div>
        <p>
          {formatPrice(property.price)}
          {property.status === 'For Rent' && <small>/mo</small>}
        </p>
        <p>{property.propertyType}</p>
      </div>
      {cost !== undefined && <p className="figures text-sm text-ink-soft">{cost}</p>}
      <Title>
        <Link href={href}>{property.title}</Link>
      </Title>
      <p>{`${property.city}, ${property.state}`}</p>
      {note !== undefined && <p className="-mt-2 mb-3 text-sm text-ink-soft">{note}</p>}
      <ul>
        <li>{bedsText(property.bedrooms)}</li>
        <li>{bathsText(property.bathrooms)}</li>
        <li>{cardAreaText(property.sqft, cardArea)}</li>
      </ul>
      {property.officeName !== undefined && (
        <p className="mt-2 truncate text-xs text-ink-soft">{property.officeName}</p>
      )}
      <CardButtons property={property} location="card" />
    </article>
  );
}

function CardPicture({ property, priority }: { property: PropertySummary; priority: boolean }) {
  const picture = coverOf(property.pictures);
  if (picture === undefined) {
    return (
      <div className="picture flex flex-col items-center justify-center gap-2 text-sm text-ink-faint">
        <ImageOff aria-hidden="true" className="size-8" strokeWidth={1.5} />
        No picture yet
      </div>
    );
  }
  return (
    <Picture
      {...imageSources(picture.path, picture.width, MAX_CARD_WIDTH)}
      sizes={CARD_SIZES}
      alt={picture.text ?? ''}
      placeholder={picture.placeholder}
      priority={priority}
      shape=""
    />
  );
}
