/** Converts listing rows from PostgreSQL for matching with searches. */

import type { SearchedProperty } from './matches-search.ts';

/** A row of `properties` as JSON from PostgreSQL. */
export type PropertyRowJson = Record<string, unknown>;

const toCamelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/**
 * Converts a row to a listing that can be matched with searches.
 *
 * @param row all columns except the search vector, and `next_open_house` as in responses or null
 */
export function toSearchedProperty(row: PropertyRowJson): SearchedProperty {
  const fields = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [toCamelCase(name), value]),
  );
  const price = Number(row['price']);
  const previous = row['previous_price'];
  const changedAt = row['price_changed_at'];
  const hasChange = typeof previous === 'number' && typeof changedAt === 'string';
  return {
    ...fields,
    price,
    agent: { _id: String(row['agent_id']) },
    createdAt: String(row['created_at']),
    priceChange: hasChange
      ? { amount: price - previous, percent: null, previousPrice: previous, date: changedAt }
      : null,
    // The columns correspond to the fields of a listing (property-columns.ts).
  } as unknown as SearchedProperty;
}
