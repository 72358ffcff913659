import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TourSlot } from '#shared/schemas/tours/tour.ts';
import { MAX_TOUR_DAYS_AHEAD, MAX_TOUR_SLOT_DAYS } from '#shared/tour-limits.ts';
import { useIsNear } from '../../ui/timing/use-is-near.ts';
import { slotsQuery } from './tour-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the first day of each range that is requested after the first two weeks. The agent's date
 * differs from the UTC date by at most a day, so these ranges start a day early and end at least a
 * day late.
 */
export function laterRangeStarts(now: number): string[] {
  const starts: string[] = [];
  for (let day = MAX_TOUR_SLOT_DAYS - 1; day <= MAX_TOUR_DAYS_AHEAD; day += MAX_TOUR_SLOT_DAYS)
    starts.push(new Date(now + day * DAY_MS).toISOString().slice(0, 10));
  return starts;
}

/**
 * Returns the available times of a home's agent for the next two weeks. Adds all later times when the
 * user scrolls to the end, or if there are none in the first two weeks.
 *
 * @returns `slots`: undefined while there are no times to show yet; `endRef`: for an element after
 * the last day
 */
export function useFreeSlots(propertyId: string, { enabled = true } = {}) {
  const { ref: endRef, isNear } = useIsNear('0px');
  const [starts] = useState(() => laterRangeStarts(Date.now()));
  const firstQuery = useQuery({ ...slotsQuery(propertyId), enabled, staleTime: 0 });
  const isEmpty = firstQuery.data?.length === 0;
  const laterQueries = useQueries({
    queries: starts.map((from) =>
      Object.assign(slotsQuery(propertyId, from), {
        enabled: enabled && firstQuery.data !== undefined && (isNear || isEmpty),
        staleTime: 0,
      }),
    ),
  });
  const isLoadingLater = laterQueries.some(({ isLoading }) => isLoading);
  const loadedSlots = [firstQuery, ...laterQueries].flatMap(({ data }) => data ?? []);
  const slots = [...new Map(loadedSlots.map((slot) => [slot.start, slot])).values()].sort(byStart);
  return {
    slots:
      firstQuery.data === undefined || (slots.length === 0 && isLoadingLater) ? undefined : slots,
    isError: firstQuery.isError && firstQuery.data === undefined,
    isFetching: firstQuery.isFetching,
    refetch: () => {
      for (const query of [firstQuery, ...laterQueries])
        if (query.data !== undefined) void query.refetch();
      if (firstQuery.data === undefined) void firstQuery.refetch();
    },
    endRef,
  };
}

const byStart = (a: TourSlot, b: TourSlot) => Date.parse(a.start) - Date.parse(b.start);
