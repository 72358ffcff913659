import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../../database/database.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { createReassignService } from './reassign-service.ts';

/** Registers the endpoint that moves listings to another agent. */
export function registerReassign(
  register: RegisterEndpoint,
  options: { db: Database; now: () => Date },
): void {
  const service = createReassignService(options);
  register(endpoints.reassignProperties, async ({ actor, body }) => service.reassign(actor, body));
}
