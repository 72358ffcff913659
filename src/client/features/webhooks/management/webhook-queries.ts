/** Queries and mutations of webhooks (docs/product/webhooks.md, Page). */

import { useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '#shared/schemas/open/webhook.ts';
import { apiQuery, listQuery } from '../../../api/api-queries.ts';
import type { Input } from '../../../api/api-types.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';

/** Polling interval in milliseconds while an attempt is due soon. */
const PENDING_INTERVAL_MS = 3_000;
const IDLE_INTERVAL_MS = 30_000;

export const webhooksQuery = apiQuery('GET /webhooks', {});

export const deliveriesQuery = (id: string, page: number) =>
  listQuery('GET /webhooks/:id/deliveries', {
    params: { id },
    query: { page: page === 1 ? undefined : page },
  });

/** Returns the polling interval, which is long if no delivery is due soon. */
export function refetchIntervalOf(deliveries: readonly WebhookDelivery[]): number {
  const soonMs = Date.now() + PENDING_INTERVAL_MS;
  const isPending = deliveries.some(
    ({ status, nextTryAt }) =>
      status === 'waiting' && (nextTryAt === null || Date.parse(nextTryAt) <= soonMs),
  );
  return isPending ? PENDING_INTERVAL_MS : IDLE_INTERVAL_MS;
}

function useRefresh(endpoint: 'GET /webhooks' | 'GET /webhooks/:id/deliveries') {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [endpoint] });
}

export type NewWebhook = Input<'POST /webhooks'>['json'];
export type WebhookChanges = Input<'PATCH /webhooks/:id'>['json'];

export function useCreateWebhook() {
  return useApiMutation((api, json: NewWebhook) => api.call('POST /webhooks', { json }), {
    onSuccess: useRefresh('GET /webhooks'),
  });
}

export function useChangeWebhook() {
  return useApiMutation(
    (api, { id, json }: { id: string; json: WebhookChanges }) =>
      api.call('PATCH /webhooks/:id', { params: { id }, json }),
    { onSuccess: useRefresh('GET /webhooks') },
  );
}

export function useDeleteWebhook(onDeleted: () => void) {
  const refresh = useRefresh('GET /webhooks');
  return useApiMutation((api, id: string) => api.call('DELETE /webhooks/:id', { params: { id } }), {
    onSuccess: async () => {
      onDeleted();
      await refresh();
    },
  });
}

export function useRotateSecret() {
  return useApiMutation((api, id: string) =>
    api.call('POST /webhooks/:id/rotate', { params: { id } }),
  );
}

export function useSendPing() {
  return useApiMutation(
    (api, id: string) => api.call('POST /webhooks/:id/test', { params: { id } }),
    { onSuccess: useRefresh('GET /webhooks/:id/deliveries') },
  );
}

export function useRedeliver() {
  return useApiMutation(
    (api, params: { id: string; deliveryId: string }) =>
      api.call('POST /webhooks/:id/deliveries/:deliveryId/redeliver', { params }),
    { onSuccess: useRefresh('GET /webhooks/:id/deliveries') },
  );
}
