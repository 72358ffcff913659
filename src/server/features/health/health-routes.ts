import { endpoints } from '#shared/api-endpoints.ts';
import { type Database, pingDatabase } from '../../database/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';

/** How long the database may take to answer before the service counts as away, in milliseconds. */
const HEALTH_TIMEOUT_MS = 3_000;

/**
 * `GET /api/health` (docs/product/api.md, Conventions). However many ask, the database is asked once at a time.
 *
 * @param db with a connection that nothing else waits for
 */
export function registerHealthRoutes(register: RegisterEndpoint, db: Database): void {
  let asking: Promise<void> | undefined;
  const ping = () => {
    asking ??= pingDatabase(db).finally(() => (asking = undefined));
    return asking;
  };
  register(endpoints.health, async () => {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('timeout')), HEALTH_TIMEOUT_MS);
    try {
      await Promise.race([ping(), timeout.promise]);
      return { status: 'ok' as const };
    } catch (cause) {
      throw new AppError('UNAVAILABLE', 'The database does not answer.', {
        cause,
        retryAfterSeconds: 5,
      });
    } finally {
      clearTimeout(timer);
    }
  });
}
