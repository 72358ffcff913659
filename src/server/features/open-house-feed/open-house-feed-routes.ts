import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createOpenHouseFeedService } from './open-house-feed-service.ts';

/** Registers the endpoints for open house calendars. */
export function registerOpenHouseFeed(
  register: RegisterEndpoint,
  options: Parameters<typeof createOpenHouseFeedService>[0],
): void {
  const service = createOpenHouseFeedService(options);
  register(endpoints.getOpenHouseCalendar, async ({ params, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="open-house.ics"');
    return service.getCalendar(params.id);
  });
  register(endpoints.getOpenHouseFeed, async ({ query }) => service.getFeed(query));
}
