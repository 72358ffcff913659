import type { RefObject } from 'react';
import { formatTotal } from '#shared/format/numbers.ts';

export interface ListingCountProps {
  /** Undefined while the first results are loading, or if the search failed. */
  totalCount: number | undefined;
  isSearching: boolean;
  /** Receives focus when the page of results changes or the last filter chip is removed. */
  focusRef: RefObject<HTMLOutputElement | null>;
}

/** The count line (docs/product/pages.md, Listing pages), announced when it changes. */
export function ListingCount({ totalCount, isSearching, focusRef }: ListingCountProps) {
  const text = isSearching
    ? 'Searching...'
    : totalCount === undefined
      ? ''
      : `${formatTotal(totalCount)} properties found`;
  return (
    <output
      ref={focusRef}
      tabIndex={-1}
      className="figures block text-sm text-ink-soft outline-none"
    >
      {text}
    </output>
  );
}
