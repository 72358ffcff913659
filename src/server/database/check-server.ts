import type pg from 'pg';
import { StartError } from '../errors/start-error.ts';

/** The oldest PostgreSQL that is supported (docs/product/operations.md, Embedded database). */
const OLDEST_MAJOR = 15;
/** How often a server is asked that does not answer in time. */
const TRIES = 3;

/**
 * Asks the server that DATABASE_URL names whether it can be used.
 *
 * @throws StartError when it cannot be reached, lets nobody in, or is too old
 */
export async function checkDatabaseServer(pool: pg.Pool): Promise<void> {
  const number = await askPatiently(pool).catch((error: unknown) => {
    throw new StartError(`DATABASE_URL cannot be used: ${reasonOf(error)}.`, { cause: error });
  });
  requireVersion(number);
}

/**
 * @param number what PostgreSQL calls `server_version_num`, e.g. 150004
 * @throws StartError for one that is too old
 */
export function requireVersion(number: number): void {
  const major = Math.floor(number / 10_000);
  if (major >= OLDEST_MAJOR) return;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL ${major}; ${OLDEST_MAJOR} is the oldest that will do.`,
  );
}

/** Reading the app, which happens meanwhile, may keep a slow machine from hearing the answer in time. */
async function askPatiently(pool: pg.Pool): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askVersion(pool);
    } catch (error) {
      if (tries === TRIES || !/timeout/i.test(reasonOf(error))) throw error;
    }
  }
}

async function askVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  return rows[0]?.number ?? 0;
}

/** Where a name stands for several addresses, Node.js says what was wrong with each, and nothing of all of them. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message : String(first);
}
