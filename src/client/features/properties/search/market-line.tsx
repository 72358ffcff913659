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
  /** Whether the line is above the list next to the map, which has as little room as a phone. */
  isNextToMap: boolean;
}

/**
 * One line about the market of a place: number of homes, median price, and, if at most a year,
 * median days on market. The line's height is reserved while the market loads. Phones and the list
 * next to the map show a shorter version.
 */
export function MarketLine({ status, market, isNextToMap }: MarketLineProps) {
  return (
    <p className="figures min-h-5 text-sm text-ink-soft">
      {market && describeMarket(status, market, isNextToMap ? 'sr-only' : 'max-sm:sr-only')}
    </p>
  );
}

/**
 * Returns the text of the line.
 *
 * @param wideClass the class of texts for wide lists and screen readers
 */
function describeMarket(status: PropertyStatus, market: Place, wideClass: string): ReactNode {
  const wideOnly = (text: string) => <span className={wideClass}>{text}</span>;
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
