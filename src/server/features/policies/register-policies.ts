import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createPoliciesService } from './policies-service.ts';

/** Registers the endpoints for policies. */
export function registerPolicies(
  register: RegisterEndpoint,
  options: { db: Database; now: () => Date },
): void {
  const service = createPoliciesService(options);
  register(endpoints.getPolicies, () => service.read());
  register(endpoints.changePolicies, ({ actor, body }) => service.change(actor, body));
}
