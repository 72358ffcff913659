import { useState } from 'react';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { useApi, useApiMutation } from '../../api/use-api-query.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { downloadCalendar } from './download-calendar.ts';
import { MoveDialog } from './move-dialog.tsx';

type Status = 'booked' | 'declined' | 'canceled';

const DONE: Record<Status, string> = {
  booked: 'The tour is confirmed.',
  declined: 'The tour is declined.',
  canceled: 'The tour is canceled.',
};

/** What somebody can do with a coming tour. */
export function TourActions(props: {
  tour: Tour;
  token: string | undefined;
  side: 'agent' | 'visitor';
  onChanged: () => void;
}) {
  const { tour, token, side, onChanged } = props;
  const api = useApi();
  const [isMoving, setIsMoving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const change = useApiMutation(
    (caller, status: Status) =>
      caller.call('PATCH /tours/:id', {
        params: { id: tour._id },
        query: { token },
        json: { status },
      }),
    {
      onSuccess: (_tour, status) => {
        setIsAsking(false);
        showToast({ tone: 'success', text: DONE[status] });
        onChanged();
      },
    },
  );
  const isOpenRequest = side === 'agent' && tour.status === 'requested';
  const propertyId = tour.property._id;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isOpenRequest && (
        <>
          <Button size="sm" busy={change.isPending} onClick={() => change.mutate('booked')}>
            Confirm
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={change.isPending}
            onClick={() => change.mutate('declined')}
          >
            Decline
          </Button>
        </>
      )}
      {propertyId !== null && (
        <Button size="sm" variant="secondary" onClick={() => setIsMoving(true)}>
          Move
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        onClick={() => void downloadCalendar(api, tour._id, token)}
      >
        Add to calendar
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
        Cancel tour
      </Button>
      {change.isError && !isAsking && (
        <Banner tone="error" className="w-full">
          {failureText(change.error, 'That could not be done.')}
        </Banner>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Cancel this tour?"
        description={`The time is given to others, and ${side === 'agent' ? tour.name : 'the agent'} is told.`}
        confirmLabel="Cancel tour"
        busyLabel="Canceling..."
        cancelLabel="Keep it"
        busy={change.isPending}
        onConfirm={() => change.mutate('canceled')}
      >
        {change.isError ? (
          <Banner tone="error">{failureText(change.error, 'That could not be done.')}</Banner>
        ) : undefined}
      </AlertDialog>
      {propertyId !== null && (
        <MoveDialog
          tour={tour}
          propertyId={propertyId}
          token={token}
          isOpen={isMoving}
          onOpenChange={setIsMoving}
          onMoved={onChanged}
        />
      )}
    </div>
  );
}
