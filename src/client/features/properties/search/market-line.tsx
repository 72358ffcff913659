import type { ReactNode } from 'react';
import { formatPrice } from '#shared/format/money.ts';
import { countOf } from '#shared/format/numbers.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { Place } from '#shared/schemas/place.ts';
import { MAX_COUNTED_DAYS } from '../../../property-cards/property-labels.ts';

export interface MarketLineProps {
  status: PropertyStatus;
  /** Undefined while unknown. */
  market: Place | undefined;
}

/**
 * One line about the market of a place: number of homes, median price, and median days on market
 * unless it is over a year. Its height is fixed. Phones and the list next to the map show a shorter
 * version.
 */
export function MarketLine({ status, market }: MarketLineProps) {
  return (
    <p className="figures min-h-5 text-sm text-ink-soft">
      {market && describeMarket(status, market)}
    </p>
  );
}

/** Text for wide lists and screen readers; narrow lists have no room for it. */
const wideOnly = (text: string) => (
  <span className="max-sm:sr-only in-[.map-list]:sr-only">{text}</span>
);

function describeMarket(status: PropertyStatus, market: Place): ReactNode {
  const { count, medianPrice, medianDaysListed } = market;
  const statusText = status.toLowerCase();
  if (count === 0) return `No homes ${statusText} here right now.`;
  return (
    <>
      {countOf(count, 'home')}
      {wideOnly(` ${statusText}`)}
      {medianPrice !== null && (
        <>
          {' · median '}
          {wideOnly('price ')}
          {formatPrice(medianPrice)}
          {status === 'For Rent' && wideOnly('/mo')}
        </>
      )}
      {medianDaysListed !== null && medianDaysListed <= MAX_COUNTED_DAYS && (
        <>
          {' · '}
          {wideOnly('median ')}
          {countOf(Math.round(medianDaysListed), 'day')}
          {wideOnly(' on market')}
        </>
      )}
    </>
  );
}
