import { endpoints } from '#shared/api-endpoints.ts';
import { changeEach } from '../../http/endpoints/change-each.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { AgentRequestService } from './agent-request-service.ts';
import type { UserAdminService } from './user-admin-service.ts';

/** Registers the endpoints for admins to manage accounts. */
export function registerUserAdminRoutes(
  register: RegisterEndpoint,
  service: UserAdminService,
  agentRequests: AgentRequestService,
): void {
  register(endpoints.listUsers, async ({ query, request, reply }) => {
    const { users, total, pending } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    reply.header('X-Pending-Count', String(pending));
    return users;
  });

  register(endpoints.changeRole, async ({ actor, params, body }) => {
    const { user } = await service.changeRole(actor, params.id, body);
    return user;
  });

  register(endpoints.decideAgentRequest, async ({ actor, params, body }) =>
    agentRequests.decide(actor, params.id, body),
  );

  register(endpoints.changeUsers, async ({ actor, body, request }) =>
    changeEach(body.ids, request.log, async (id) =>
      body.action === 'delete'
        ? service.delete(actor, id, body.reassignTo)
        : (await service.changeRole(actor, id, { role: body.role, before: body.before?.[id] }))
            .isChanged,
    ),
  );

  register(endpoints.deleteUser, async ({ actor, params, query }) => {
    await service.delete(actor, params.id, query.reassignTo);
    return null;
  });
}
