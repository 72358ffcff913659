/** Registers the endpoint for brochures. */

import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createBrochureService } from './brochure-service.ts';

export function registerBrochure(
  register: RegisterEndpoint,
  options: Parameters<typeof createBrochureService>[0],
): void {
  const service = createBrochureService(options);
  register(endpoints.getBrochure, async ({ params: { id }, query: { paper }, reply }) => {
    const file = await service.get(id, paper);
    reply.header('Content-Disposition', `inline; filename="listing-${id}.pdf"`);
    return file;
  });
}
