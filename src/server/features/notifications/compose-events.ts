/** Expands log entries for users by replacing references with the entities' current data. */

import type { EventKind } from '#shared/schemas/notification.ts';
import { formatEvent, formatReset } from './event-format.ts';
import type { EventRow } from './event-repository.ts';

/** The maximum size of an event; `reset` is sent instead of a larger one. */
const MAX_EVENT_BYTES = 512 * 1024;

/**
 * Readers for kinds of events that the log stores as a reference (`{ _id }`). They return undefined
 * if the user cannot read the entity, or if it was deleted. Other kinds are sent as logged.
 */
export type EventReaders = Partial<
  Record<EventKind, (userId: string, id: string) => Promise<unknown>>
>;

/** An event's text for the streams of one user; empty if there is nothing to send. */
export type ComposedEvent = { userId: string; position: number; text: string };

/**
 * Composes events in order. If several events refer to the same entity, sends only the last one
 * because all would contain the same data.
 */
export async function* composeEvents(
  readers: EventReaders,
  rows: readonly EventRow[],
): AsyncGenerator<ComposedEvent> {
  const lastBySubject = new Map(rows.map((row) => [subjectKey(row), row]));
  for (const row of rows) {
    const isLast = readers[row.kind] === undefined || lastBySubject.get(subjectKey(row)) === row;
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
  return Buffer.byteLength(text) > MAX_EVENT_BYTES ? formatReset(row) : text;
}

const subjectKey = (row: EventRow) => `${row.user_id} ${row.kind} ${idOf(row)}`;

function idOf({ data }: EventRow): string {
  return typeof data === 'object' && data !== null && '_id' in data ? String(data._id) : '';
}
