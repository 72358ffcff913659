import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TourSlot } from '#shared/schemas/tours/tour.ts';
import { TOUR_DAYS_AHEAD_MAX, TOUR_SLOT_DAYS_MAX } from '#shared/tour-limits.ts';
import { useIsNear } from '../../ui/timing/use-is-near.ts';
import { slotsQuery } from './tour-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the first day of each later stretch. The agent's today differs from UTC's by at most a
 * day, so the first stretch begins a day early and the last ends a day late.
 */
export function laterStretchStarts(now: number): string[] {
  const begins: string[] = [];
  for (let day = TOUR_SLOT_DAYS_MAX - 1; day <= TOUR_DAYS_AHEAD_MAX; day += TOUR_SLOT_DAYS_MAX)
    begins.push(new Date(now + day * DAY_MS).toISOString().slice(0, 10));
  return begins;
}

/**
 * Returns the available times of a home's agent: those of the next two weeks, and all later ones
 * once the user scrolls to their end, or if there are none.
 *
 * @returns `slots` is undefined until the first have loaded; `endRef` is for an element after the
 * last day
 */
export function useFreeSlots(propertyId: string, { enabled = true } = {}) {
  const { ref: endRef, isNear } = useIsNear('0px');
  const [begins] = useState(() => laterStretchStarts(Date.now()));
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
  const isLoadingLater = later.some(({ isLoading }) => isLoading);
  const known = [first, ...later].flatMap(({ data }) => data ?? []);
  const slots = [...new Map(known.map((slot) => [slot.start, slot])).values()].sort(byStart);
  return {
    slots: first.data === undefined || (slots.length === 0 && isLoadingLater) ? undefined : slots,
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
