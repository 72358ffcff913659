/** Listings as PostgreSQL writes a row of them, now or before a change, in the form that searches are compared with. */

import type { SearchedProperty } from './matches-search.ts';

/** A row of `properties` as PostgreSQL writes it as JSON. */
export type PropertyRowJson = Record<string, unknown>;

const toCamelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** @param row all columns but the search vector, and `next_open_house` as in responses or null */
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
    // The table's columns are the fields of a listing by other names (property-columns.ts).
  } as unknown as SearchedProperty;
}
