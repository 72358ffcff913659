/**
 * Builds a listing's public history from its append-only log (docs/product/listings.md, Price
 * history).
 */

import { sql } from 'kysely';
import { MAX_HISTORY_CHANGES } from '#shared/limits.ts';
import type { PropertyStatus } from '#shared/property-choices.ts';
import type { HistoryEntry, HistoryEvent } from '#shared/schemas/properties/property-history.ts';
import type { Database } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statement.ts';

/** The listing's own columns. */
type ListingColumns = {
  createdAt: Date;
  originalPrice: number | null;
  price: number;
  status: PropertyStatus;
};

/** False means sold or rented. */
type Availability = boolean | 'off_market';

type CreatedState = {
  price: number;
  status: PropertyStatus;
  isAvailable: boolean;
  isOffMarket?: true;
};

/** A history row written by triggers (migration 0072). Rows are read oldest first. */
type HistoryRow = { changedAt: Date } & (
  | { change: 'created'; oldValue: null; newValue: CreatedState }
  | { change: 'price'; oldValue: number; newValue: number }
  | { change: 'status'; oldValue: PropertyStatus; newValue: PropertyStatus }
  | { change: 'availability'; oldValue: Availability; newValue: Availability }
  | { change: 'contract'; oldValue: boolean; newValue: boolean }
);

/** The listing joined with a history row, or with nulls if it has no history. */
type JoinedRow = ListingColumns & (HistoryRow | { change: null });

/**
 * Reads the newest changes, and the oldest two, which determine the first price: for an imported
 * listing, the creation and the last price change are recorded together.
 */
const READ_HISTORY = prepareStatement<{ id: string }, JoinedRow>(
  (value) => sql`
    select p.created_at as "createdAt", p.original_price as "originalPrice", p.price, p.status,
      h.change, h.old_value as "oldValue", h.new_value as "newValue", h.changed_at as "changedAt"
    from public_properties p
    left join lateral (
      (select * from property_history where property_id = p.id and change <> 'deleted'
       order by id desc limit ${MAX_HISTORY_CHANGES})
      union
      (select * from property_history where property_id = p.id and change <> 'deleted' order by id limit 2)
    ) h on true
    where p.id = ${value('id')} order by h.id`,
);

/**
 * Reads a listing's newest changes and its `listed` entry, newest first. Returns undefined if the
 * listing does not exist or is not public.
 */
export async function readHistory(db: Database, id: string): Promise<HistoryEntry[] | undefined> {
  const rows = await READ_HISTORY(db, { id });
  const [listing] = rows;
  return listing && toEntries(listing, rows.filter(isChange));
}

const isChange = (row: JoinedRow): row is ListingColumns & HistoryRow => row.change !== null;

/** Converts the recorded changes to entries. */
function toEntries(listing: ListingColumns, rows: readonly HistoryRow[]): HistoryEntry[] {
  const firstPrice =
    listing.originalPrice ??
    findOldPrice(rows.slice(0, 2)) ??
    findCreated(rows)?.price ??
    findOldPrice(rows) ??
    listing.price;
  const newest = rows.slice(-MAX_HISTORY_CHANGES);
  // The price and status before each change.
  const created = findCreated(newest);
  let price = created?.price ?? findOldPrice(newest) ?? listing.price;
  let status =
    newest.find((row) => row.change === 'status')?.oldValue ?? created?.status ?? listing.status;
  const entries: HistoryEntry[] = [
    { date: listing.createdAt.toISOString(), event: 'listed', price: firstPrice },
  ];
  for (const [index, row] of newest.entries()) {
    const add = (event: HistoryEvent, previousPrice?: number) => {
      const date = row.changedAt.toISOString();
      entries.push({
        date,
        event,
        price,
        ...(previousPrice === undefined ? {} : { previousPrice }),
      });
    };
    const addUnavailable = (isOffMarket: boolean) => {
      if (isOffMarket) add('off_market');
      else add(status === 'For Rent' ? 'rented' : 'sold');
    };
    switch (row.change) {
      case 'created':
        if (!row.newValue.isAvailable) addUnavailable(row.newValue.isOffMarket === true);
        break;
      case 'price':
        price = row.newValue;
        // A price that changes together with the status is part of the status entry.
        if (!isSameChange(row, newest[index + 1])) add('price_changed', row.oldValue);
        break;
      case 'status': {
        const before = newest[index - 1];
        status = row.newValue;
        const previousPrice =
          before?.change === 'price' && isSameChange(before, row) ? before.oldValue : undefined;
        add('status_changed', previousPrice);
        break;
      }
      case 'availability':
        if (row.newValue === true) add('relisted');
        else addUnavailable(row.newValue === 'off_market');
        break;
      case 'contract':
        add(row.newValue ? 'under_contract' : 'back_on_market');
        break;
      default:
        row satisfies never;
    }
  }
  // Newest first. For equal times, the last recorded entry comes first.
  return entries.toReversed().toSorted((a, b) => b.date.localeCompare(a.date));
}

const findCreated = (rows: readonly HistoryRow[]) =>
  rows.find((row) => row.change === 'created')?.newValue;

const findOldPrice = (rows: readonly HistoryRow[]) =>
  rows.find((row) => row.change === 'price')?.oldValue;

function isSameChange(price: HistoryRow, next: HistoryRow | undefined): boolean {
  return next?.change === 'status' && next.changedAt.getTime() === price.changedAt.getTime();
}
