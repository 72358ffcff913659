import type pg from 'pg';
import { reasonOf } from '../errors/reason-of.ts';
import { StartError } from '../errors/start-error.ts';

/** The oldest supported PostgreSQL version (docs/product/operations.md, Embedded database). */
const MIN_MAJOR_VERSION = 15;
/** The maximum number of attempts to connect to a server that times out. */
const MAX_ATTEMPTS = 3;

/**
 * Checks whether the server in DATABASE_URL can be used.
 *
 * @throws StartError if it cannot be reached, rejects the login, or is too old
 */
export async function checkDatabaseServer(pool: pg.Pool): Promise<void> {
  const number = await queryWithRetries(pool).catch((error: unknown) => {
    throw new StartError(`DATABASE_URL cannot be used: ${reasonOf(error)}.`, { cause: error });
  });
  requireVersion(number);
}

/**
 * @param number PostgreSQL's `server_version_num`, e.g. 150004
 * @throws StartError if it is too old
 */
export function requireVersion(number: number): void {
  const major = Math.floor(number / 10_000);
  if (major >= MIN_MAJOR_VERSION) return;
  throw new StartError(
    `DATABASE_URL points to PostgreSQL ${major}; version ${MIN_MAJOR_VERSION} or later is required.`,
  );
}

/** Retries timeouts because a slow machine can exceed the limit while it loads the app. */
async function queryWithRetries(pool: pg.Pool): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readVersion(pool);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !/timeout/i.test(reasonOf(error))) throw error;
    }
  }
}

async function readVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  return rows[0]?.number ?? 0;
}
