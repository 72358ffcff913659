import { useState } from 'react';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { failureText } from '../../forms/failure-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Banner } from '../../ui/notices/banner.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { useDeferredComponent } from '../../ui/timing/use-deferred-component.ts';
import { downloadCalendar } from './download-calendar.ts';

type Decision = 'booked' | 'declined';

const DECISION_MESSAGES: Record<Decision, string> = {
  booked: 'Tour confirmed.',
  declined: 'Tour declined.',
};

const loadMove = async () => (await import('./move-dialog.tsx')).MoveDialog;
const loadCancel = async () => (await import('./cancel-dialog.tsx')).CancelDialog;

/** The actions for an upcoming tour. Dialog scripts are preloaded. */
export function TourActions(props: {
  tour: Tour;
  token: string | undefined;
  side: 'agent' | 'visitor';
  onChanged: () => void;
}) {
  const { tour, token, side, onChanged } = props;
  const api = useApi();
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const move = useDeferredComponent(loadMove, 'Available times');
  const cancel = useDeferredComponent(loadCancel, 'The dialog');
  const decide = useApiMutation(
    (client, status: Decision) =>
      client.call('PATCH /tours/:id', {
        params: { id: tour._id },
        query: { token },
        json: { status, before: tour.start },
      }),
    {
      onSuccess: (_tour, status) => {
        showToast({ tone: 'success', text: DECISION_MESSAGES[status] });
        onChanged();
      },
    },
  );
  const isPendingRequest = side === 'agent' && tour.status === 'requested';
  const propertyId = tour.property._id;
  const show = async (which: 'move' | 'cancel') => {
    setOpen(which);
    if (!(await (which === 'move' ? move : cancel).fetch())) setOpen(null);
  };
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen(null);
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isPendingRequest && (
        <>
          <Button size="sm" busy={decide.isPending} onClick={() => decide.mutate('booked')}>
            Confirm
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-disabled={decide.isPending}
            onClick={() => decide.mutate('declined')}
          >
            Decline
          </Button>
        </>
      )}
      {propertyId !== null && (
        <Button
          size="sm"
          variant="secondary"
          aria-haspopup="dialog"
          busy={move.isLoading}
          {...preloadProps(loadMove)}
          onClick={() => void show('move')}
        >
          {isPendingRequest ? 'Propose another time' : 'Reschedule'}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        onClick={() => void downloadCalendar(api, tour._id, token)}
      >
        Add to calendar
      </Button>
      {/* Agents decline unconfirmed requests instead. */}
      {!isPendingRequest && (
        <Button
          size="sm"
          variant="quiet"
          aria-haspopup="dialog"
          busy={cancel.isLoading}
          {...preloadProps(loadCancel)}
          onClick={() => void show('cancel')}
        >
          Cancel tour
        </Button>
      )}
      {decide.isError && (
        <Banner tone="error" className="w-full">
          {failureText(decide.error, 'The tour could not be changed.')}
        </Banner>
      )}
      {cancel.Component !== null && (
        <cancel.Component
          tour={tour}
          token={token}
          otherParty={side === 'agent' ? tour.name : 'the agent'}
          isOpen={open === 'cancel'}
          onOpenChange={close}
          onCanceled={onChanged}
        />
      )}
      {propertyId !== null && move.Component !== null && (
        <move.Component
          tour={tour}
          propertyId={propertyId}
          token={token}
          isProposal={isPendingRequest}
          isOpen={open === 'move'}
          onOpenChange={close}
          onMoved={onChanged}
        />
      )}
    </div>
  );
}

/** Returns button props that preload a script on hover or focus. */
function preloadProps(load: () => Promise<unknown>) {
  const preload = () => void load().catch(() => undefined);
  return { onPointerEnter: preload, onFocus: preload };
}
