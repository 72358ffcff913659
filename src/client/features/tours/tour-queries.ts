/** The queries of the tour screens. */

import type { Tour, TourStatus } from '#shared/schemas/tours/tour.ts';
import { TOUR_SLOT_DAYS_MAX } from '#shared/tour-limits.ts';
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
    query: { from, days: TOUR_SLOT_DAYS_MAX },
  });
}

/** Maximum items in one response. */
const PAGE = 100;

/**
 * Fetches all tours of an agent or of the manager's office on some days, in several requests if
 * needed: tours of fifteen minutes can exceed a hundred a week.
 *
 * @param from `YYYY-MM-DD` in the agent's time zone, like `to`, which is inclusive
 */
export function agentToursQuery(from: string, to: string, scope: 'own' | 'office' = 'own') {
  return query(['GET /tours', 'all', { from, to, scope }], async ({ api, signal }) => {
    const tours: Tour[] = [];
    for (let page = 1; ; page += 1) {
      const { items, totalCount } = await api.list(
        'GET /tours',
        { query: { from, to, scope: scope === 'own' ? undefined : scope, page, limit: PAGE } },
        signal,
      );
      tours.push(...items);
      if (items.length < PAGE || tours.length >= totalCount) return tours;
    }
  });
}

/** The user's own tours as a visitor. */
export const myToursQuery = listQuery('GET /tours/mine', { query: { limit: PAGE } });

/** Fetches a tour with the token of a link. */
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

/** Returns the displayed status of a tour; a confirmed one is completed once it has passed. */
export function statusOf({ status, end }: Tour, now: number): { label: string; tone: BadgeTone } {
  return status === 'booked' && Date.parse(end) <= now
    ? { label: 'Completed', tone: 'plain' }
    : STATUS[status];
}

/** Returns whether a tour can still be changed. */
export function isUpcoming({ status, start }: Tour, now: number): boolean {
  return (status === 'requested' || status === 'booked') && Date.parse(start) > now;
}
