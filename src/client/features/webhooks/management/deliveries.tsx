import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format/dates.ts';
import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { WebhookDelivery } from '#shared/schemas/open/webhook.ts';
import { LoadFailure, useFailure } from '../../../data-list/failure.tsx';
import { ListPages } from '../../../data-list/list-frame.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/blocks/badge.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { Spinner } from '../../../ui/waiting/spinner.tsx';
import { deliveriesQuery, refetchIntervalOf, useRedeliver } from './webhook-queries.ts';
import { DELIVERY_LABELS } from './webhook-text.ts';

/** A webhook's deliveries in the last 30 days. */
export function Deliveries({ webhookId, page }: { webhookId: string; page: number }) {
  const deliveries = useQuery({
    ...deliveriesQuery(webhookId, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data?.items ?? []),
  });
  const redeliver = useRedeliver();
  const failure = useFailure();
  function send({ _id: deliveryId }: WebhookDelivery) {
    failure.clear();
    redeliver.mutate({ id: webhookId, deliveryId }, { onError: (error) => failure.show(error) });
  }
  const sendingId = redeliver.isPending ? redeliver.variables.deliveryId : null;
  return (
    <section aria-labelledby="deliveries-heading">
      <h3 id="deliveries-heading" className="font-semibold">
        Deliveries
      </h3>
      <div className="mt-3 grid gap-3">
        {failure.banner}
        {deliveries.isPending && <Spinner className="min-h-24 justify-center" />}
        {deliveries.error !== null && deliveries.data === undefined && (
          <LoadFailure
            text="The deliveries could not be loaded."
            error={deliveries.error}
            isRetrying={deliveries.isFetching}
            onRetry={() => void deliveries.refetch()}
          />
        )}
        {deliveries.data?.totalCount === 0 && (
          <p className="text-ink-soft">No deliveries yet. They are listed here for 30 days.</p>
        )}
        {deliveries.data !== undefined && deliveries.data.totalCount > 0 && (
          <div>
            <DataTable
              caption="Deliveries"
              columns={columnsOf(send, sendingId)}
              rows={deliveries.data.items}
              keyOf={({ _id }) => _id}
              stale={deliveries.isPlaceholderData}
            />
            <ListPages
              label="Pages of deliveries"
              page={page}
              list={deliveries.data}
              hrefOf={(to) => pagePaths.apiAndWebhooks({ webhook: webhookId, page: to })}
            />
          </div>
        )}
      </div>
    </section>
  );
}

const columnsOf = (
  send: (delivery: WebhookDelivery) => void,
  sendingId: string | null,
): Column<WebhookDelivery>[] => [
  {
    id: 'event',
    header: 'Event',
    onCard: 'header',
    cell: ({ event, createdAt }) => (
      <div>
        <code>{event}</code>
        <p className="text-sm text-ink-soft figures">{formatDateTime(createdAt)}</p>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, tries, nextTryAt }) => (
      <div className="max-md:text-right">
        <Badge tone={status === 'failed' ? 'clay' : 'plain'}>{DELIVERY_LABELS[status]}</Badge>
        <p className="mt-1 text-sm text-ink-soft figures">
          {tries === 0 ? 'Not attempted yet' : countOf(tries, 'attempt')}
          {status === 'waiting' && tries > 0 && nextTryAt !== null
            ? `, next ${formatDateTime(nextTryAt)}`
            : ''}
        </p>
      </div>
    ),
  },
  {
    id: 'response',
    header: 'Response',
    cell: ({ responseStatus, response }) => (
      <div className="max-w-prose text-sm [overflow-wrap:anywhere]">
        {responseStatus !== null && <span className="font-semibold">{responseStatus} </span>}
        <span className="line-clamp-3">{response ?? ''}</span>
      </div>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    onCard: 'footer',
    cell: (delivery) => (
      <Button
        variant="secondary"
        size="sm"
        busy={sendingId === delivery._id}
        busyLabel="Sending..."
        aria-label={`Redeliver ${delivery.event} from ${formatDateTime(delivery.createdAt)}`}
        onClick={() => send(delivery)}
      >
        Redeliver
      </Button>
    ),
  },
];
