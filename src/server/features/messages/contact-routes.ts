import { endpoints } from '#shared/api-endpoints.ts';
import { changeEach } from '../../http/endpoints/change-each.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { ContactService } from './contact-service.ts';

/** The endpoints for contact messages. */
export function registerContactRoutes(register: RegisterEndpoint, service: ContactService): void {
  register(endpoints.sendMessage, async ({ body, request }) => {
    await service.send(body, addressKey(request.ip));
    return { message: 'Your message was sent.' };
  });

  register(endpoints.listMessages, async ({ query, request, reply }) => {
    const { messages, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return messages;
  });

  register(endpoints.markMessageRead, async ({ params }) => service.setRead(params.id, true));

  register(endpoints.changeMessages, async ({ body: { ids, action }, request }) =>
    changeEach(ids, request.log, async (id) =>
      action === 'delete' ? service.delete(id) : service.setRead(id, action === 'mark-read'),
    ),
  );

  register(endpoints.deleteMessage, async ({ params }) => {
    await service.delete(params.id);
    return null;
  });
}
