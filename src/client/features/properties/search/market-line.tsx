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
 * unless it is over a year. Its height is fixed. Phones show it in fewer words.
 */
export function MarketLine({ status, market }: MarketLineProps) {
  return (
    <p className="figures min-h-5 text-sm text-ink-soft">{market && inWords(status, market)}</p>
  );
}

/** Words that phones have no room for; screen readers say them anyway. */
const more = (words: string) => <span className="max-sm:sr-only">{words}</span>;

function inWords(status: PropertyStatus, market: Place): ReactNode {
  const { count, medianPrice, medianDaysListed } = market;
  const what = status.toLowerCase();
  if (count === 0) return `No homes ${what} here right now.`;
  return (
    <>
      {countOf(count, 'home')}
      {more(` ${what}`)}
      {medianPrice !== null && (
        <>
          {' · median '}
          {more('price ')}
          {formatPrice(medianPrice)}
          {status === 'For Rent' && more(' a month')}
        </>
      )}
      {medianDaysListed !== null && medianDaysListed <= MAX_COUNTED_DAYS && (
        <>
          {' · '}
          {more('median ')}
          {countOf(Math.round(medianDaysListed), 'day')}
          {more(' on market')}
        </>
      )}
    </>
  );
}
