/** Queries of the tour screens. */

import type { Tour, TourStatus } from '#shared/schemas/tours/tour.ts';
import { TOUR_SLOT_DAYS_MAX } from '#shared/tour-limits.ts';
import { apiQuery, listQuery, query } from '../../api/api-queries.ts';
import type { BadgeTone } from '../../ui/blocks/badge.tsx';

/**
 * Free times of a home's agent, for as many days as one request gives.
 *
 * @param from `YYYY-MM-DD` in the agent's time zone; today if absent
 */
export function slotsQuery(propertyId: string, from?: string) {
  return apiQuery('GET /properties/:id/tour-slots', {
    params: { id: propertyId },
    query: { from, days: TOUR_SLOT_DAYS_MAX },
  });
}

/** The most that one response gives. */
const PAGE = 100;

/**
 * All tours of an agent, or of the office that one manages, in some days, however many responses that takes: fifteen minutes for each make more than a
 * hundred a week.
 *
 * @param from `YYYY-MM-DD` in the agent's time zone, as `to`, which is one of the days
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

/** One's own tours as a visitor. */
export const myToursQuery = listQuery('GET /tours/mine', { query: { limit: PAGE } });

/** A tour by the token of a link. */
export function tourByTokenQuery(id: string, token: string) {
  return apiQuery('GET /tours/:id', { params: { id }, query: { token } });
}

/** How a status is shown. */
const STATUS: Record<TourStatus, { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'clay' },
  booked: { label: 'Booked', tone: 'brand' },
  declined: { label: 'Declined', tone: 'plain' },
  canceled: { label: 'Canceled', tone: 'plain' },
};

/** How a tour is shown; a confirmed one is completed once it has passed. */
export function statusOf({ status, end }: Tour, now: number): { label: string; tone: BadgeTone } {
  return status === 'booked' && Date.parse(end) <= now
    ? { label: 'Completed', tone: 'plain' }
    : STATUS[status];
}

/** Whether something can still be done with a tour. */
export function isComing({ status, start }: Tour, now: number): boolean {
  return (status === 'requested' || status === 'booked') && Date.parse(start) > now;
}
