/** Serializes tours and open houses as calendar entries (RFC 5545 and 5546). */

import { withoutBidiControls } from '#shared/schemas/common.ts';
import type { ICalCalendarMethod, ICalEventData } from 'ical-generator';

/** A calendar entry. Its times are in UTC. Calendar apps show them in the user's time zone. */
export type CalendarEntry = {
  /** Never changes. */
  uid: string;
  /** Increases with every change. */
  sequence: number;
  start: Date;
  end: Date;
  summary: string;
  location: string;
  description?: string;
  url: string;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  organizer?: { name: string; email: string };
  /** Only in invitations, not in published entries (RFC 5546, 3.2.1). */
  attendee?: { name?: string; email: string };
  changedAt: Date;
};

/**
 * `PUBLISH` for a file or feed, `REQUEST` for an invitation or an update to it, `CANCEL` for its
 * cancellation.
 */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

/**
 * Serializes a calendar with entries.
 *
 * @param options.name the name that calendar apps show for a subscription
 */
export async function writeCalendar(
  entries: readonly CalendarEntry[],
  options: { method: CalendarMethod; name?: string; url?: string; refreshMinutes?: number },
): Promise<string> {
  const { default: ical, ICalCalendarMethod: METHODS } = await loadLibrary();
  const { name, url, refreshMinutes } = options;
  const method: ICalCalendarMethod = METHODS[options.method];
  const calendar = ical({
    method,
    prodId: { company: 'Doorstep', product: 'Doorstep' },
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(refreshMinutes === undefined ? {} : { ttl: refreshMinutes * 60 }),
  });
  for (const entry of entries) calendar.createEvent(await toEvent(entry));
  return calendar.toString();
}

async function toEvent(entry: CalendarEntry): Promise<ICalEventData> {
  const { ICalEventStatus, ICalAttendeeRole, ICalAttendeeStatus, ICalAttendeeType } =
    await loadLibrary();
  const { attendee, organizer, description } = entry;
  const attendeeName = toName(attendee?.name ?? '');
  return {
    id: entry.uid,
    sequence: entry.sequence,
    stamp: entry.changedAt,
    start: entry.start,
    end: entry.end,
    summary: toOneLine(entry.summary),
    location: toOneLine(entry.location),
    url: entry.url,
    status: ICalEventStatus[entry.status],
    ...(description === undefined ? {} : { description }),
    ...(organizer === undefined
      ? {}
      : { organizer: { name: toName(organizer.name) || organizer.email, email: organizer.email } }),
    ...(attendee === undefined
      ? {}
      : {
          attendees: [
            {
              email: attendee.email,
              ...(attendeeName === '' ? {} : { name: attendeeName }),
              role: ICalAttendeeRole.REQ,
              status: ICalAttendeeStatus.ACCEPTED,
              type: ICalAttendeeType.INDIVIDUAL,
            },
          ],
        }),
  };
}

/** Removes bidirectional controls, and replaces other control characters with spaces. */
const toOneLine = (text: string) =>
  withoutBidiControls(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** Replaces double quotes, which are not allowed in parameter values (RFC 5545, 3.2). */
const toName = (text: string) => toOneLine(text).replaceAll('"', "'");

/** Loads the library on demand because few processes write calendars. */
const loadLibrary = async () => import('ical-generator');
