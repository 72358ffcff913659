/** Exports an agent's inquiries as CSV (RFC 4180). */

import type { InquirySummary } from '#shared/schemas/inquiry.ts';
import { type CsvColumn, toCsv } from '../../http/files/csv.ts';

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

export const toInquiryCsv = (inquiries: readonly InquirySummary[]): string =>
  toCsv(COLUMNS, inquiries);
