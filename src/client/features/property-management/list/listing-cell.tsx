import { coverOf } from '#shared/properties/cover.ts';
import House from 'lucide-react/icons/house';
import { formatPrice } from '#shared/format/money.ts';
import type { OwnProperty } from '#shared/schemas/properties/property-figures.ts';
import type { ManagedProperty } from '#shared/schemas/properties/property.ts';
import { findMissingFields } from '#shared/schemas/properties/draft-listing.ts';
import { imageSources } from '../../../ui/pictures/image-sources.ts';
import { cx } from '../../../ui/class-names.ts';
import { narrowTableClass } from '../../../ui/tables/data-table.tsx';
import { FigureLine } from '../figures/figure-columns.tsx';
import { PriceCell } from './price-cell.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';

// Hidden on medium widths, between phone cards and wide tables, where the text and figures need the
// space.
const pictureClass = (hasFigures: boolean) =>
  cx('w-16 shrink-0 rounded-sm', hasFigures ? 'md:@max-5xl:hidden' : 'md:@max-3xl:hidden');

/** A listing in a table, with price and figures if the table is narrow (docs/product/dashboard.md, My Listings). */
export function ListingCell({
  property,
  hasOwnActions,
}: {
  property: ManagedProperty & Partial<Pick<OwnProperty, 'figures'>>;
  /** Whether to show figures and an editable price. */
  hasOwnActions: boolean;
}) {
  const picture = coverOf(property.pictures);
  const place = [property.city, property.state].filter((part) => part !== null).join(', ');
  const missing = property.publishState === 'draft' ? findMissingFields(property) : [];
  const sources = picture && imageSources(picture.path, picture.width);
  return (
    <div className="flex min-w-0 items-center gap-3">
      {sources === undefined ? (
        <span
          className={cx(
            pictureClass(hasOwnActions),
            'flex h-12 items-center justify-center border border-line bg-sunken text-ink-faint',
          )}
        >
          <House aria-hidden="true" className="size-5" strokeWidth={1.5} />
        </span>
      ) : (
        <Picture
          {...sources}
          sizes="64px"
          alt=""
          placeholder={picture?.placeholder}
          className={cx(
            pictureClass(hasOwnActions),
            !property.isAvailable && 'opacity-60 [filter:grayscale(1)]',
          )}
        />
      )}
      <div className="min-w-0 leading-snug [overflow-wrap:anywhere] @4xl:min-w-32">
        <p title={property.title} className="line-clamp-2 font-semibold">
          {property.title}
        </p>
        {place !== '' && (
          <p
            title={property.address ?? undefined}
            className="text-sm text-ink-soft @4xl:line-clamp-2"
          >
            {place}
            {property.address !== null && (
              <span className="text-ink-faint"> · {property.address}</span>
            )}
          </p>
        )}
        {hasOwnActions ? (
          <div className={cx('flex flex-wrap items-center gap-x-2 text-sm', narrowTableClass)}>
            <PriceCell property={property} />
            <span className="text-ink-soft">{property.status}</span>
          </div>
        ) : (
          property.price !== null && (
            <p className={cx('text-sm text-ink-soft', narrowTableClass)}>
              <span className={cx('font-semibold figures', property.isAvailable && 'text-ink')}>
                {formatPrice(property.price)}
              </span>{' '}
              · {property.status}
            </p>
          )
        )}
        {hasOwnActions && <FigureLine figures={property.figures} />}
        {missing.length > 0 && (
          <p className="text-sm text-ink-soft">Missing: {missing.join(', ')}</p>
        )}
      </div>
    </div>
  );
}
