import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import type { RequestQueue } from '../../http/limits/request-work.ts';
import type { AskService } from './ask-service.ts';
import type { AssignService } from './assign-service.ts';
import type { InquiryService } from './inquiry-service.ts';

/**
 * Registers the endpoints for inquiries. Endpoints used by the pages behind emailed links accept a user or a token.
 *
 * @param personalWork the queue for reading conversations after a change. They are not read in the change's transaction
 *   because other changes wait for it, each holding a connection, and a long conversation would delay them.
 */
export function registerInquiryRoutes(
  register: RegisterEndpoint,
  service: InquiryService & AskService & AssignService,
  personalWork: RequestQueue,
): void {
  register(
    endpoints.ask,
    async ({ params, actor, request, once }) =>
      service.ask(params.id, actor ?? null, request.body ?? {}, addressKey(request.ip), once),
    { checkBody: false },
  );

  register(endpoints.listInquiries, async ({ query, actor, request, reply }) => {
    const { inquiries, total, unread } = await service.listForAgent(actor, query);
    setPageHeaders(request, reply, query, total);
    reply.header('X-Unread-Count', String(unread));
    return inquiries;
  });

  register(endpoints.listMyInquiries, async ({ query, actor, request, reply }) => {
    const { inquiries, total } = await service.listForSender(actor._id, query);
    setPageHeaders(request, reply, query, total);
    return inquiries;
  });

  register(endpoints.listAllInquiries, async ({ query, request, reply }) => {
    const { inquiries, total } = await service.listAll(query);
    setPageHeaders(request, reply, query, total);
    return inquiries;
  });

  register(endpoints.exportInquiries, async ({ query, actor, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="inquiries.csv"');
    return service.export(actor, query);
  });

  register(endpoints.getInquiry, async ({ params, query, actor }) =>
    service.get(params.id, { actor: actor ?? null, token: query.token }),
  );

  register(endpoints.answerInquiry, async ({ params, query, body, actor, request, once }) => {
    const caller = { actor: actor ?? null, token: query.token };
    return service.answer(params.id, caller, body.message, addressKey(request.ip), once);
  });

  register(
    endpoints.readInquiry,
    async ({ params, query, actor, request }) => {
      const caller = { actor: actor ?? null, token: query.token };
      await service.markRead(params.id, caller);
      return personalWork(request, async () => service.get(params.id, caller));
    },
    { returnsPrivateData: true },
  );

  register(
    endpoints.changeInquiry,
    async ({ params, body, actor, request }) => {
      await service.change(params.id, actor, body);
      return personalWork(request, async () => service.get(params.id, { actor, token: undefined }));
    },
    { returnsPrivateData: true },
  );

  register(endpoints.assignInquiry, async ({ params, body, actor }) =>
    service.assign(actor, params.id, body.agentId),
  );

  register(endpoints.deleteInquiry, async ({ params, actor }) => {
    await service.delete(params.id, actor);
    return null;
  });
}
