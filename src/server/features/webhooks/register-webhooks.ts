import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createWebhookService } from './webhook-service.ts';

/** Registers the endpoints for webhooks. */
export function registerWebhooks(
  register: RegisterEndpoint,
  options: Omit<Parameters<typeof createWebhookService>[0], 'allowsPrivate'> & {
    allowsPrivateWebhooks?: boolean;
  },
): void {
  const allowsPrivate = options.allowsPrivateWebhooks ?? false;
  const service = createWebhookService({ ...options, allowsPrivate });
  register(endpoints.listWebhooks, () => service.list());
  register(endpoints.createWebhook, ({ actor, body }) => service.create(actor, body));
  register(endpoints.changeWebhook, ({ actor, params, body }) =>
    service.change(actor, params.id, body),
  );
  register(endpoints.deleteWebhook, async ({ actor, params }) => {
    await service.delete(actor, params.id);
    return null;
  });
  register(endpoints.rotateWebhook, ({ actor, params }) => service.rotate(actor, params.id));
  register(endpoints.testWebhook, ({ actor, params }) => service.test(actor, params.id));
  register(endpoints.listDeliveries, async ({ params, query, request, reply }) => {
    const { deliveries, total } = await service.listDeliveries(params.id, query);
    setPageHeaders(request, reply, query, total);
    return deliveries;
  });
  register(endpoints.redeliver, ({ actor, params }) =>
    service.redeliver(actor, params.id, params.deliveryId),
  );
}
