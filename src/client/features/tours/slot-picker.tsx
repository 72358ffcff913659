import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useRef, type Ref } from 'react';
import type { TourSlot } from '#shared/schemas/tours/tour.ts';
import { dayOf } from '#shared/format/day-of.ts';
import { formatTime } from '#shared/format/time-spans.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';

export interface SlotPickerProps {
  slots: readonly TourSlot[];
  timeZone: string;
  /** The selected day: `YYYY-MM-DD` in `timeZone`. */
  day: string;
  onDayChange: (day: string) => void;
  /** The start of the selected slot; null for none. */
  start: string | null;
  onStartChange: (start: string) => void;
  /** Set on an element after the last day, to load later days when it becomes visible. */
  endRef?: Ref<HTMLElement>;
}

/**
 * The days and the times of the selected day, as two radio groups.
 */
export function SlotPicker(props: SlotPickerProps) {
  const { slots, timeZone, day, onDayChange, start, onStartChange, endRef } = props;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  /** Scrolls the row by most of its width. */
  const scrollRow = (direction: -1 | 1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8 });
  const days = [...new Set(slots.map((slot) => dayOf(slot.start, timeZone)))];
  const times = slots.filter((slot) => dayOf(slot.start, timeZone) === day);
  return (
    <div className="grid grid-cols-1 gap-5">
      <fieldset className="min-w-0">
        <legend className="mb-1 flex min-h-11 items-center text-sm font-semibold">Day</legend>
        <div className="relative">
          <div className="absolute right-0 bottom-full flex">
            <IconButton
              label="Earlier days"
              icon={<ChevronLeft aria-hidden="true" className="size-5" />}
              onClick={() => scrollRow(-1)}
            />
            <IconButton
              label="Later days"
              icon={<ChevronRight aria-hidden="true" className="size-5" />}
              onClick={() => scrollRow(1)}
            />
          </div>
          <div
            ref={row}
            className="-mx-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto scroll-smooth px-1 py-1"
          >
            {days.map((option) => (
              <Choice
                key={option}
                name={`${id}-day`}
                value={option}
                checked={option === day}
                onChange={() => onDayChange(option)}
                className="min-w-18 shrink-0 snap-start flex-col py-2"
              >
                <span className="text-sm">{formatDatePart(option, { weekday: 'short' })}</span>
                <span className="figures text-lg font-semibold">
                  {formatDatePart(option, { day: 'numeric' })}
                </span>
                <span className="text-sm">{formatDatePart(option, { month: 'short' })}</span>
              </Choice>
            ))}
            <span ref={endRef} className="w-px shrink-0" />
          </div>
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold">Time</legend>
        <div className="-mx-1 grid max-h-56 grid-cols-3 gap-2 overflow-y-auto p-1 sm:grid-cols-4">
          {times.map((slot) => (
            <Choice
              key={slot.start}
              name={`${id}-time`}
              value={slot.start}
              checked={slot.start === start}
              onChange={() => onStartChange(slot.start)}
              className="figures min-h-11 px-2"
            >
              {formatTime(slot.start, timeZone)}
            </Choice>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** Formats part of a date, such as the month. */
function formatDatePart(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
}
