import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../../database/database.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import { createDemoRemovalService } from './demo-removal-service.ts';

/** Registers the endpoint that removes the demo data. */
export function registerDemo(
  register: RegisterEndpoint,
  context: { db: Database; now: () => Date },
): void {
  const service = createDemoRemovalService(context);
  register(endpoints.removeDemo, async ({ actor }) => {
    await service.remove(actor);
    return { message: 'The demo data is being removed.' };
  });
}
