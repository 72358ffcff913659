/** Registers the export endpoints. */

import { endpoints } from '#shared/api-endpoints.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createExportService } from './export-service.ts';

export function registerExport(
  register: RegisterEndpoint,
  options: Parameters<typeof createExportService>[0],
): void {
  const service = createExportService(options);

  register(endpoints.exportMyProperties, async ({ actor, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="my-listings.csv"');
    return service.exportTable(actor._id);
  });

  register(endpoints.exportAllProperties, async ({ reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="listings.csv"');
    return service.exportTable(null);
  });
}
