/** What the log says, as its readers get it: references become what their own request would answer now. */

import type { EventKind } from '#shared/schemas/notification.ts';
import { formatEvent, formatReset } from './event-format.ts';
import type { EventRow } from './event-repository.ts';

/** Bytes of one event; in place of a larger one `reset` is sent. */
const BYTES_MOST = 512 * 1024;

/**
 * For kinds of events that the log holds as a reference (`{ _id }`): how to read it as a user would, or undefined where
 * they would be refused, or it is gone. Other kinds are in the log as they are sent.
 */
export type EventReaders = Partial<
  Record<EventKind, (userId: string, id: string) => Promise<unknown>>
>;

/** An event's text for the streams of one user; empty where there is nothing to say. */
export type ComposedEvent = { userId: string; position: number; text: string };

/**
 * Composes events in their order. Of several about one thing of a user only the last says something, since all of them
 * would say the same.
 */
export async function* composeEvents(
  readers: EventReaders,
  rows: readonly EventRow[],
): AsyncGenerator<ComposedEvent> {
  const last = new Map(rows.map((row) => [subjectOf(row), row]));
  for (const row of rows) {
    const isLast = readers[row.kind] === undefined || last.get(subjectOf(row)) === row;
    yield {
      userId: row.user_id,
      position: Number(row.position),
      text: isLast ? await compose(readers, row) : '',
    };
  }
}

async function compose(readers: EventReaders, row: EventRow): Promise<string> {
  const reader = readers[row.kind];
  const data = reader === undefined ? row.data : await reader(row.user_id, idOf(row));
  if (data === undefined) return '';
  const text = formatEvent({ ...row, data });
  return Buffer.byteLength(text) > BYTES_MOST ? formatReset(row) : text;
}

const subjectOf = (row: EventRow) => `${row.user_id} ${row.kind} ${idOf(row)}`;

function idOf({ data }: EventRow): string {
  return typeof data === 'object' && data !== null && '_id' in data ? String(data._id) : '';
}
