/** The format of event streams (WHATWG HTML, 9.2 Server-sent events). */

import type { EventRow } from './event-repository.ts';

/** How long an interrupted stream can resume. Events are stored for at least this time. */
export const RESUME_WINDOW_MS = 60 * 60_000;

/** Signals that the browser may have missed events and must refetch everything it shows. */
export const RESET_EVENT = 'event: reset\ndata: {}\n\n';

/** Formats an event. Its data is one line because JSON escapes line breaks. */
export function formatEvent({ position, kind, data, created_at: createdAt }: EventRow): string {
  const id = formatId(Number(position), createdAt.getTime());
  return `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Formats the replacement for an event that is too large. */
export function formatReset({ position, created_at: createdAt }: EventRow): string {
  return `id: ${formatId(Number(position), createdAt.getTime())}\n${RESET_EVENT}`;
}

/** Formats the ID of a log position. Includes the time to detect IDs that are too old. */
export function formatId(position: number, time: number): string {
  return `${position}-${time}`;
}

/** Returns the parts of an ID from `formatId`; null for anything else. */
export function parseLastId(text: string): { position: number; time: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text.trim());
  return match === null ? null : { position: Number(match[1]), time: Number(match[2]) };
}
