import { endpoints } from '#shared/api-endpoints.ts';
import { AppError } from '../../errors/app-error.ts';
import { reasonOf } from '../../errors/reason-of.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';

/** How long to wait for the database before reporting the service as unavailable. */
const HEALTH_TIMEOUT_MS = 3_000;

/**
 * `GET /api/health` (docs/product/api.md, Conventions). Concurrent requests share one ping of the
 * database.
 *
 * @param ping resolves when the database responds
 */
export function registerHealthRoutes(register: RegisterEndpoint, ping: () => Promise<void>): void {
  let pinging: Promise<void> | undefined;
  const pingOnce = () => {
    pinging ??= ping().finally(() => (pinging = undefined));
    return pinging;
  };
  register(endpoints.health, async () => {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error('health check timed out')),
      HEALTH_TIMEOUT_MS,
    );
    try {
      await Promise.race([pingOnce(), timeout.promise]);
      return { status: 'ok' as const };
    } catch (cause) {
      throw new AppError('UNAVAILABLE', 'The database is not responding.', {
        cause,
        retryAfterSeconds: 5,
        shedFor: `database: ${reasonOf(cause)}`,
      });
    } finally {
      clearTimeout(timer);
    }
  });
}
