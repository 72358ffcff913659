/** An agent's inquiries as a table for spreadsheets (RFC 4180). */

import type { InquirySummary } from '#shared/schemas/inquiry.ts';

const COLUMNS: readonly [title: string, read: (inquiry: InquirySummary) => string | null][] = [
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

/** With a line of titles, and the mark by which spreadsheets know UTF-8. */
export function toCsv(inquiries: readonly InquirySummary[]): string {
  const lines = [
    COLUMNS.map(([title]) => title),
    ...inquiries.map((inquiry) => COLUMNS.map(([, read]) => read(inquiry) ?? '')),
  ];
  return `\uFEFF${lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`;
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  // Where the comma is for decimals, spreadsheets take semicolons, and some guess: a cell with one is quoted as well.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
