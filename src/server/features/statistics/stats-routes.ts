import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { StatsService } from './stats-service.ts';

/** Registers the dashboard statistics endpoints. */
export function registerStatsRoutes(register: RegisterEndpoint, service: StatsService): void {
  register(endpoints.adminStats, async ({ query }) => service.getSiteStats(query.timeZone));

  register(endpoints.agentStats, async ({ actor }) => service.getAgentStats(actor._id));
}
