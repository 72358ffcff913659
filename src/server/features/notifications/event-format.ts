/** The text of an event stream (WHATWG HTML, 9.2 Server-sent events). */

import type { EventRow } from './event-repository.ts';

/** How long the log is stored, and so how long after an event a broken stream can go on, in milliseconds. */
export const EVENT_LOG_MS = 60 * 60_000;

/** Tells a browser that it may have missed events, and must refetch everything it shows. */
export const RESET_EVENT = 'event: reset\ndata: {}\n\n';

/** An event; its data are on one line, since JSON escapes line breaks. */
export function formatEvent({ position, kind, data, created_at: createdAt }: EventRow): string {
  const id = formatId(Number(position), createdAt.getTime());
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Stands for an event that is too large to be sent. */
export function formatReset({ position, created_at: createdAt }: EventRow): string {
  return `id: ${formatId(Number(position), createdAt.getTime())}\n${RESET_EVENT}`;
}

/** The id of a place in the log. It says its time too, so that one that is too old is known as such. */
export function formatId(position: number, time: number): string {
  return `${position}-${time}`;
}

/** What `formatId` returned; null for anything else. */
export function parseLastId(text: string): { position: number; time: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text.trim());
  return match === null ? null : { position: Number(match[1]), time: Number(match[2]) };
}
