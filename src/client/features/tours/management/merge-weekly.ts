import type { TourHours } from '#shared/schemas/tours/tour.ts';
import { isSame } from '../../../forms/pick-changed.ts';

type Weekly = TourHours['weekly'];

/**
 * Applies the days changed in the form to the current hours. Other days keep the changes that were
 * made on another device in the meantime.
 *
 * @param loaded the hours that the form showed before the user's edit
 */
export function mergeWeekly(loaded: Weekly, edited: Weekly, current: Weekly): Weekly {
  const hoursOf = (weekly: Weekly, day: number) => weekly.filter((hours) => hours.day === day);
  const isChanged = (day: number) => !isSame(hoursOf(loaded, day), hoursOf(edited, day));
  return [
    ...current.filter(({ day }) => !isChanged(day)),
    ...edited.filter(({ day }) => isChanged(day)),
  ].sort((a, b) => a.day - b.day || a.from.localeCompare(b.from));
}
