import ImageOff from 'lucide-react/icons/image-off';
import { useViewTransitionState } from 'react-router';
import { formatPrice } from '#shared/format/money.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { formatHours, formatWeekday } from '#shared/format/time-spans.ts';
import type { PropertySummary } from './property-summary.ts';
import { imageSources } from '../ui/pictures/image-sources.ts';
import { usePublicSettings } from '../api/page-data/public-settings.ts';
import { Badge } from '../ui/blocks/badge.tsx';
import { Link } from '../ui/actions/link.tsx';
import { Picture } from '../ui/pictures/picture.tsx';
import { CardButtons } from './card-buttons.tsx';
import { Fact } from './fact-icons.tsx';
import { PICTURE_TRANSITION } from './picture-transition.ts';
import { bathsText, bedsText, cardAreaText, statusTone } from './property-facts.ts';
import { isNew, priceCutText } from './property-labels.ts';

/**
 * How wide a card is in a grid of one to three columns. On a phone a little less than it is, where 92vw would be true:
 * on so dense a screen nobody sees that, and the first picture is mostly one width smaller, and sooner there.
 */
const SIZES = '(min-width: 1360px) 405px, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 80vw';

export interface PropertyCardProps {
  property: PropertySummary;
  /** Its picture is in sight at once: fetched before the others. */
  priority?: boolean;
  /** The level of its title among the page's headings. */
  level?: 2 | 3;
  /** Its picture turns into the listing's; not where another one on the page may bear the same name. */
  morph?: boolean;
  /** What it costs a month, in words, below the price. */
  cost?: string | undefined;
  /** A line about it, below its place. */
  note?: string | undefined;
}

/** `Open Sat 1–3 PM`, in the home's time zone. */
function openHouseText({ start, end, timeZone }: NonNullable<PropertySummary['nextOpenHouse']>) {
  return `Open ${formatWeekday(start, timeZone)} ${formatHours(start, end, timeZone)}`;
}

/** A listing in a grid (docs/product/pages.md, Property card). All of it leads to the listing. */
export function PropertyCard({
  property,
  priority = false,
  level = 3,
  morph = true,
  cost,
  note,
}: PropertyCardProps) {
  const { cardArea } = usePublicSettings();
  const href = pagePaths.property(property._id);
  const isTurning = useViewTransitionState(href) && morph;
  const Title = `h${level}` as const;
  const cut = priceCutText(property.priceChange);
  return (
    <article className="group relative flex h-full flex-col">
      <div
        className="relative overflow-hidden rounded-md"
        style={isTurning ? { viewTransitionName: PICTURE_TRANSITION } : undefined}
      >
        <CardPicture property={property} priority={priority} />
        <p className="absolute top-3 left-3 flex flex-wrap gap-1.5">
          <Badge tone={statusTone(property.status)}>{property.status}</Badge>
          {isNew(property) && <Badge tone="clay">New</Badge>}
        </p>
        <p className="absolute inset-x-3 bottom-3 flex flex-wrap gap-1.5">
          {cut !== null && (
            <Badge tone="clay" className="figures">
              {cut}
            </Badge>
          )}
          {property.nextOpenHouse !== null && (
            <Badge tone="brand">{openHouseText(property.nextOpenHouse)}</Badge>
          )}
        </p>
      </div>
      <div className="mt-4 flex items-baseline justify-between gap-3">
        <p className="display figures text-xl">{formatPrice(property.price)}</p>
        <p className="text-sm text-ink-soft">{property.propertyType}</p>
      </div>
      {cost !== undefined && <p className="figures text-sm text-ink-soft">{cost}</p>}
      <Title className="mt-1 line-clamp-2 font-semibold [overflow-wrap:anywhere]">
        <Link
          href={href}
          className="underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-md after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-focus"
        >
          {property.title}
        </Link>
      </Title>
      <p className="mb-3 line-clamp-2 [overflow-wrap:anywhere] text-ink-soft">
        {`${property.city}, ${property.state}`}
      </p>
      {note !== undefined && <p className="-mt-2 mb-3 text-sm text-ink-soft">{note}</p>}
      {/* At the foot, so that a row of cards ends on one line however long their titles are. */}
      <ul className="figures mt-auto flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-3 text-sm text-ink-soft">
        <Fact icon="beds" text={bedsText(property.bedrooms)} />
        <Fact icon="baths" text={bathsText(property.bathrooms)} />
        <Fact icon="area" text={cardAreaText(property.sqft, cardArea)} />
      </ul>
      <CardButtons property={property} place="card" />
    </article>
  );
}

function CardPicture({ property, priority }: { property: PropertySummary; priority: boolean }) {
  const picture = property.pictures[0];
  if (picture === undefined) {
    return (
      <div className="flex aspect-[4/3] flex-col items-center justify-center gap-2 bg-sunken text-ink-faint">
        <ImageOff aria-hidden="true" className="size-8" strokeWidth={1.5} />
        <span className="text-sm">No picture yet</span>
      </div>
    );
  }
  return (
    <Picture
      {...imageSources(picture.path, picture.width)}
      sizes={SIZES}
      alt={picture.text ?? ''}
      placeholder={picture.placeholder}
      priority={priority}
      imageClassName="transition-transform duration-200 group-hover:scale-[1.02]"
    />
  );
}
