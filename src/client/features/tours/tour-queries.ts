/** The queries of the tour screens, and the status shown for a tour. */

import { MAX_PAGE_SIZE } from '#shared/limits.ts';
import type { Tour, TourStatus } from '#shared/schemas/tours/tour.ts';
import { MAX_TOUR_SLOT_DAYS } from '#shared/tour-limits.ts';
import { apiQuery, listQuery, query } from '../../api/api-queries.ts';
import type { BadgeTone } from '../../ui/blocks/badge.tsx';

/**
 * Fetches the available times of a home's agent, for as many days as one request can return.
 *
 * @param from `YYYY-MM-DD` in the agent's time zone; defaults to today
 */
export function slotsQuery(propertyId: string, from?: string) {
  return apiQuery('GET /properties/:id/tour-slots', {
    params: { id: propertyId },
    query: { from, days: MAX_TOUR_SLOT_DAYS },
  });
}

/**
 * Fetches all tours of an agent or a manager's office in a date range, with several requests if
 * needed: there can be more than a hundred 15-minute tours a week.
 *
 * @param from the first day, `YYYY-MM-DD` in the agent's time zone
 * @param to the last day, in the same format
 */
export function agentToursQuery(from: string, to: string, scope: 'own' | 'office' = 'own') {
  return query(['GET /tours', 'all', { from, to, scope }], async ({ api, signal }) => {
    const tours: Tour[] = [];
    for (let page = 1; ; page += 1) {
      const { items, totalCount } = await api.list(
        'GET /tours',
        {
          query: {
            from,
            to,
            scope: scope === 'own' ? undefined : scope,
            page,
            limit: MAX_PAGE_SIZE,
          },
        },
        signal,
      );
      tours.push(...items);
      if (items.length < MAX_PAGE_SIZE || tours.length >= totalCount) return tours;
    }
  });
}

/** The tours that the user booked as a visitor: at most 100, latest start time first. */
export const myToursQuery = listQuery('GET /tours/mine', { query: { limit: MAX_PAGE_SIZE } });

/** Fetches a tour with the token of an emailed link. */
export function tourByTokenQuery(id: string, token: string) {
  return apiQuery('GET /tours/:id', { params: { id }, query: { token } });
}

/** The label and color of each status. */
const STATUS: Record<TourStatus, { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'clay' },
  booked: { label: 'Booked', tone: 'brand' },
  declined: { label: 'Declined', tone: 'plain' },
  canceled: { label: 'Canceled', tone: 'plain' },
};

/** Returns the displayed status of a tour. A booked tour is completed once it has ended. */
export function statusOf({ status, end }: Tour, now: number): { label: string; tone: BadgeTone } {
  return status === 'booked' && Date.parse(end) <= now
    ? { label: 'Completed', tone: 'plain' }
    : STATUS[status];
}

/** Returns whether a tour is requested or booked and has not started, so it can still be changed. */
export function isUpcoming({ status, start }: Tour, now: number): boolean {
  return (status === 'requested' || status === 'booked') && Date.parse(start) > now;
}
