/** Exports the inquiries of an agent or office as CSV (RFC 4180). */

import type { InquirySummary } from '#shared/schemas/inquiry.ts';
import { type CsvColumn, csvHeader, csvRow } from '../../http/files/csv.ts';

const COLUMNS: readonly CsvColumn<InquirySummary>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Home', ({ property }) => property.title],
  ['Price', ({ property }) => String(property.price)],
  ['Stage', ({ stage }) => stage ?? null],
  ['Read', ({ isRead }) => (isRead ? 'yes' : 'no')],
  ['Asked', ({ createdAt }) => createdAt],
  ['Last message at', ({ lastMessageAt }) => lastMessageAt],
  ['Last message from', ({ lastMessage }) => lastMessage?.from ?? null],
  ['Last message', ({ lastMessage }) => lastMessage?.text ?? null],
  ['Note', ({ note }) => note ?? null],
  ['Reminder', ({ remindAt }) => remindAt ?? null],
];

/** The number of inquiries read at a time, with at most a million characters of messages and notes. */
const BATCH_SIZE = 100;

/** Yields the table in parts: a header, then the inquiries in the order of `ids`. */
export async function* generateInquiryCsv(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly InquirySummary[]>,
): AsyncGenerator<string, void> {
  yield csvHeader(COLUMNS);
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const inquiries = await read(ids.slice(start, start + BATCH_SIZE));
    yield inquiries.map((inquiry) => csvRow(COLUMNS, inquiry)).join('');
  }
}
