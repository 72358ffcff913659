/**
 * Reads dates in spreadsheet formats such as `1/15/2024` or `15/1/2024`
 * (docs/product/import.md, Reading).
 */

import { isValidDate } from '#shared/properties/field-ranges.ts';
import type { ResoRecord } from './reso-record.ts';
import { readText, readTime } from './reso-values.ts';

const DATE_COLUMNS = ['OnMarketDate', 'PriceChangeTimestamp', 'AvailabilityDate'] as const;
type DateColumn = (typeof DATE_COLUMNS)[number];

/** `1/15/2024`, `15.1.2024`, `1/15/2024 1:45 PM`. */
const DATE =
  /^(\d{1,2})([/.-])(\d{1,2})\2((?:19|2\d)\d\d)(?:,? (\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?([AP])M)?)?$/i;

type Order = 'month first' | 'day first';
const ORDERS: readonly Order[] = ['month first', 'day first'];

/**
 * The state of a column: the orders of month and day that its values require, an example, and the
 * oldest date in each order.
 */
type Column = { requiredOrders: Set<Order>; example: string; oldest: Map<Order, Date> };

export type SpreadsheetDates = {
  /** Uses a record's dates to determine the order of month and day in each column. */
  collect: (record: ResoRecord) => void;
  /**
   * Converts a record's dates to ISO 8601. Call it after collecting all records. Keeps ambiguous dates.
   */
  read: (record: ResoRecord) => ResoRecord;
  /**
   * Returns the oldest `OnMarketDate` in a spreadsheet format. Returns `latest` if that is older, or if
   * the order of month and day is ambiguous.
   */
  findOldest: (latest: Date) => Date;
  /** Describes columns with an ambiguous order of month and day. */
  describeAmbiguous: () => string[];
};

/** Creates a date reader that determines the order of each column: a number above 12 must be a day. */
export function createSpreadsheetDates(): SpreadsheetDates {
  const columns = new Map<DateColumn, Column>();

  function orderOf(column: DateColumn): Order | null {
    const requiredOrders = columns.get(column)?.requiredOrders;
    const [order] = requiredOrders ?? [];
    return requiredOrders?.size === 1 ? (order ?? null) : null;
  }

  return {
    collect: (record) => {
      for (const name of DATE_COLUMNS) {
        const text = readText(record[name]);
        if (text === null || !DATE.test(text)) continue;
        const column = columns.get(name) ?? {
          requiredOrders: new Set(),
          example: text,
          oldest: new Map<Order, Date>(),
        };
        columns.set(name, column);
        const readings = ORDERS.map((order) => ({ order, time: readTime(toIso(text, order)) }));
        const validReadings = readings.filter(({ time }) => time !== null);
        if (validReadings.length === 1 && validReadings[0])
          column.requiredOrders.add(validReadings[0].order);
        for (const { order, time } of validReadings) {
          const oldest = column.oldest.get(order);
          if (time !== null && (oldest === undefined || time < oldest)) {
            column.oldest.set(order, time);
          }
        }
      }
    },
    read: (record) => {
      if (columns.size === 0) return record;
      const dates = [...columns.keys()].flatMap((name) => {
        const text = readText(record[name]);
        if (text === null || !DATE.test(text)) return [];
        const order = orderOf(name);
        const [iso, other] = ORDERS.map((candidate) => toIso(text, order ?? candidate));
        return iso !== null && iso === other ? [[name, iso] as const] : [];
      });
      return dates.length === 0 ? record : { ...record, ...Object.fromEntries(dates) };
    },
    findOldest: (latest) => {
      const order = orderOf('OnMarketDate');
      const oldest = order && columns.get('OnMarketDate')?.oldest.get(order);
      return oldest && oldest < latest ? oldest : latest;
    },
    describeAmbiguous: () =>
      [...columns]
        .filter(([name]) => orderOf(name) === null)
        .map(
          ([name, { example }]) =>
            `${name} has dates such as "${example}", with an ambiguous order of month and day. These dates are not read. Write dates as 2026-03-01.`,
        ),
  };
}

/** Converts a date to ISO 8601. Returns null if it is not a date in this order. */
function toIso(text: string, order: Order): string | null {
  const [, first = '', , second = '', year = '', hour, minute, seconds = '00', meridiem] =
    DATE.exec(text) ?? [];
  const [month, day] = order === 'month first' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isValidDate(date)) return null;
  if (hour === undefined || minute === undefined) return date;
  const hours =
    meridiem === undefined
      ? Number(hour)
      : (Number(hour) % 12) + (meridiem.toUpperCase() === 'P' ? 12 : 0);
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${seconds}Z`;
}
