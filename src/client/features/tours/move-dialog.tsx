import { useState } from 'react';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { dayOf } from '#shared/format/day-of.ts';
import { formatAppointment } from '#shared/format/time-spans.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SpinnerIcon } from '../../ui/waiting/spinner.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { useFreeSlots } from './use-free-slots.ts';

/** Reschedules a tour, or proposes another time for a requested one. */
export function MoveDialog(props: {
  tour: Tour;
  propertyId: string;
  token: string | undefined;
  /** Whether the agent is proposing another time for a request. */
  isProposal: boolean;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onMoved: () => void;
}) {
  const { tour, propertyId, token, isProposal, isOpen, onOpenChange, onMoved } = props;
  const { timeZone } = tour;
  const { slots, isError, refetch, endRef } = useFreeSlots(propertyId, { enabled: isOpen });
  const [day, setDay] = useState(dayOf(tour.start, timeZone));
  const [start, setStart] = useState<string | null>(null);
  const move = useApiMutation(
    (api, to: string) =>
      api.call('PATCH /tours/:id', {
        params: { id: tour._id },
        query: { token },
        json: { start: to, before: tour.start },
      }),
    {
      onSuccess: () => {
        onOpenChange(false);
        onMoved();
      },
      onError: () => refetch(),
    },
  );
  const freeSlots = slots ?? [];
  const [first] = freeSlots;
  const isDayFree = freeSlots.some((slot) => dayOf(slot.start, timeZone) === day);
  return (
    <Dialog
      open={isOpen}
      // While busy, it stays open, so that a failure is visible.
      onOpenChange={(open) => {
        if (open || !move.isPending) onOpenChange(open);
      }}
      title={isProposal ? 'Propose another time' : 'Reschedule tour'}
      description={`Current time: ${formatAppointment(tour.start, tour.end, timeZone)}`}
      actions={
        <Button
          disabled={start === null}
          busy={move.isPending}
          onClick={() => start !== null && move.mutate(start)}
        >
          {isProposal ? 'Propose' : 'Reschedule'}
        </Button>
      }
    >
      {slots === undefined && !isError && <SpinnerIcon className="size-6" />}
      {isError && <Banner tone="error">Available times could not be loaded.</Banner>}
      {slots !== undefined && first === undefined && (
        <EmptyState title="No other times available" level={3} />
      )}
      {first !== undefined && (
        <SlotPicker
          slots={freeSlots}
          endRef={endRef}
          timeZone={timeZone}
          day={isDayFree ? day : dayOf(first.start, timeZone)}
          onDayChange={(next) => {
            setDay(next);
            setStart(null);
          }}
          start={start}
          onStartChange={setStart}
        />
      )}
      {move.isError && (
        <Banner tone="error" className="mt-4">
          {failureText(
            move.error,
            isProposal
              ? 'The new time could not be proposed.'
              : 'The tour could not be rescheduled.',
          )}
        </Banner>
      )}
    </Dialog>
  );
}
