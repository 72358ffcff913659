import { useQueryClient } from '@tanstack/react-query';
import type { Tour } from '#shared/schemas/tours/tour.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { failureText } from '../../../forms/failure-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/notices/toast-store.ts';

/** Confirms a requested tour on a page other than Tours, such as the overview. */
export function ConfirmTourButton(props: {
  tour: Pick<Tour, '_id' | 'name' | 'start'>;
  onDone: () => void;
}) {
  const { tour, onDone } = props;
  const queryClient = useQueryClient();
  const confirm = useApiMutation(
    (api) =>
      api.call('PATCH /tours/:id', {
        params: { id: tour._id },
        json: { status: 'booked', before: tour.start },
      }),
    {
      onSuccess: () => {
        showToast({ tone: 'success', text: 'Tour confirmed.' });
        onDone();
      },
      onError: (error) =>
        showToast({ tone: 'error', text: failureText(error, 'The tour could not be confirmed.') }),
      onSettled: () => {
        for (const name of ['GET /agent/stats', 'GET /tours'])
          void queryClient.invalidateQueries({ queryKey: [name] });
      },
    },
  );
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`Confirm tour with ${tour.name}`}
      busy={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      Confirm
    </Button>
  );
}
