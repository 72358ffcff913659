import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { AgentService } from './agent-service.ts';

/** Registers the public endpoints for agents. */
export function registerAgentRoutes(register: RegisterEndpoint, service: AgentService): void {
  register(endpoints.listAgents, async ({ query, request, reply }) => {
    const { agents, total } = await service.list(query);
    setPageHeaders(request, reply, query, total);
    return agents;
  });

  register(endpoints.getAgent, async ({ params }) => service.get(params.id));
}
