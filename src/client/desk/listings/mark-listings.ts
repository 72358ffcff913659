/** Many listings marked at once as sold or rented, or as active again. */

import { useQueryClient } from '@tanstack/react-query';
import type { Property } from '#shared/schemas/property.ts';
import { refreshListings } from '../../api/listing-caches.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useBulkChange } from '../bulk.ts';
import type { BulkReport } from '../bulk-report.tsx';
import type { Failure } from '../failure.tsx';
import type { Selection } from '../selection.ts';
import { manyAvailabilityNews } from './availability-words.ts';

export interface MarkListings {
  isPending: boolean;
  /** Marks those of the rows that are not so already. */
  mark: (rows: readonly Property[], isAvailable: boolean) => void;
}

/** What is marked can be taken back, so nothing is asked. */
export function useMarkListings(options: {
  selection: Pick<Selection<Property>, 'drop'>;
  report: Pick<BulkReport<Property>, 'show' | 'clear'>;
  failure: Pick<Failure, 'show' | 'clear'>;
}): MarkListings {
  const { selection, report, failure } = options;
  const queryClient = useQueryClient();
  const change = useBulkChange<Property, boolean>(
    (api, ids, isAvailable) =>
      api.call('POST /properties/bulk', {
        json: { ids, action: isAvailable ? 'mark-available' : 'mark-unavailable' },
      }),
    {
      onDone(outcome) {
        const isAvailable = outcome.change;
        const done = outcome.done.map((row) => ({ ...row, isAvailable }));
        selection.drop(done.map(({ _id }) => _id));
        if (done.length > 0) {
          showToast({
            tone: 'success',
            text: manyAvailabilityNews(done),
            action: { label: 'Undo', onSelect: () => mark(done, !isAvailable) },
          });
        }
        if (outcome.failed.length > 0) report.show(outcome, 'could not be changed');
      },
      onFailure: failure.show,
      onSettled: () => refreshListings(queryClient),
    },
  );
  function mark(rows: readonly Property[], isAvailable: boolean): void {
    failure.clear();
    report.clear();
    change.mutate({
      rows: rows.filter((row) => row.isAvailable !== isAvailable),
      change: isAvailable,
    });
  }
  return { isPending: change.isPending, mark };
}
