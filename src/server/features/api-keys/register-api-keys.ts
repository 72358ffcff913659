import type { FastifyInstance } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import { type ApiKeyService, createApiKeyService } from './api-key-service.ts';
import { registerTokenRoute } from './token-routes.ts';

/** Registers the endpoints for API keys and their tokens. */
export function registerApiKeys(
  app: FastifyInstance,
  register: RegisterEndpoint,
  options: {
    db: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    queues: Pick<WorkQueues, 'changes'>;
  },
): ApiKeyService {
  const { db, now, createLimiter, rateLimits } = options;
  const requestsPerKey = createLimiter(
    'api-key',
    rateLimits.requestsPerApiKey,
    'This key has sent too many requests. Please wait a moment and try again.',
  );
  const service = createApiKeyService({ db, requestsPerKey, now });
  register(endpoints.listApiKeys, async () => service.list());
  register(endpoints.createApiKey, async ({ actor, body, once }) =>
    service.create(actor, body, once),
  );
  register(endpoints.deleteApiKey, async ({ actor, params }) => {
    await service.delete(actor, params.id);
    return null;
  });
  registerTokenRoute(app, service, options.queues.changes);
  return service;
}
