import { endpoints } from '#shared/api-endpoints.ts';
import { changeEach } from '../../http/endpoints/change-each.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { ContactService } from './contact-service.ts';

/** Registers the endpoints for contact messages. */
export function registerContactRoutes(register: RegisterEndpoint, service: ContactService): void {
  register(endpoints.sendMessage, async ({ body, request, once }) =>
    service.send(body, addressKey(request.ip), once),
  );

  register(endpoints.listMessages, async ({ query, request, reply }) => {
    const { messages, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return messages;
  });

  register(endpoints.markMessageRead, async ({ params, actor }) => {
    const { message } = await service.setRead(actor, params.id, true);
    return message;
  });

  register(endpoints.changeMessages, async ({ body: { ids, action }, actor, request }) =>
    changeEach(ids, request.log, async (id) =>
      action === 'delete'
        ? service.delete(actor, id)
        : (await service.setRead(actor, id, action === 'mark-read')).isChanged,
    ),
  );

  register(endpoints.deleteMessage, async ({ params, actor }) => {
    await service.delete(actor, params.id);
    return null;
  });
}
