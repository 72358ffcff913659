import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TourSlot } from '#shared/schemas/tours/tour.ts';
import { TOUR_DAYS_AHEAD_MAX, TOUR_SLOT_DAYS_MAX } from '#shared/tour-limits.ts';
import { useIsNear } from '../../ui/timing/use-is-near.ts';
import { slotsQuery } from './tour-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The first day of each later stretch. The agent's today is at most a day off that of UTC: the first of them begins
 * a day early, the last ends a day late.
 */
export function laterStretches(now: number): string[] {
  const begins: string[] = [];
  for (let day = TOUR_SLOT_DAYS_MAX - 1; day <= TOUR_DAYS_AHEAD_MAX; day += TOUR_SLOT_DAYS_MAX)
    begins.push(new Date(now + day * DAY_MS).toISOString().slice(0, 10));
  return begins;
}

/**
 * Available times of a home's agent: those of the next two weeks, and all later ones once a user comes to the end of
 * those, or where there are none.
 *
 * @returns `slots` is undefined while nothing is known; `endRef` is for what stands behind the last day
 */
export function useFreeSlots(propertyId: string, { enabled = true } = {}) {
  const { ref: endRef, isNear } = useIsNear('0px');
  const [begins] = useState(() => laterStretches(Date.now()));
  const first = useQuery({ ...slotsQuery(propertyId), enabled, staleTime: 0 });
  const isEmpty = first.data?.length === 0;
  const later = useQueries({
    queries: begins.map((from) =>
      Object.assign(slotsQuery(propertyId, from), {
        enabled: enabled && first.data !== undefined && (isNear || isEmpty),
        staleTime: 0,
      }),
    ),
  });
  const isLooking = later.some(({ isLoading }) => isLoading);
  const known = [first, ...later].flatMap(({ data }) => data ?? []);
  const slots = [...new Map(known.map((slot) => [slot.start, slot])).values()].sort(byStart);
  return {
    slots: first.data === undefined || (slots.length === 0 && isLooking) ? undefined : slots,
    isError: first.isError && first.data === undefined,
    isFetching: first.isFetching,
    refetch: () => {
      for (const query of [first, ...later]) if (query.data !== undefined) void query.refetch();
      if (first.data === undefined) void first.refetch();
    },
    endRef,
  };
}

const byStart = (a: TourSlot, b: TourSlot) => Date.parse(a.start) - Date.parse(b.start);
