import { pagePaths } from '#shared/page-paths.ts';
import type { CalendarEntry } from './calendar-serializer.ts';
import type { TourRow } from './tour-repository.ts';

const STATUS = {
  booked: 'CONFIRMED',
  requested: 'TENTATIVE',
  declined: 'CANCELLED',
  canceled: 'CANCELLED',
} as const;

/**
 * Converts a tour to a calendar entry, which is the same for both parties and contains no text entered
 * by the visitor.
 *
 * @param siteUrl the site's URL, without a trailing slash
 */
export function toCalendarEntry(siteUrl: string, tour: TourRow, now: Date): CalendarEntry {
  const { propertyId, agentName, agentEmail } = tour;
  return {
    uid: tour.calendarUid,
    sequence: tour.calendarSequence,
    start: tour.start,
    end: tour.end,
    summary: `Tour: ${tour.title}`,
    location: tour.address,
    url: siteUrl + (propertyId === null ? pagePaths.home() : pagePaths.property(propertyId)),
    status: STATUS[tour.status],
    changedAt: now,
    ...(agentName === null || agentEmail === null
      ? {}
      : { organizer: { name: agentName, email: agentEmail } }),
  };
}
