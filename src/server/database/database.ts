/** Connections to PostgreSQL: one pool per process, Kysely on top, and transactions in a user's name. */

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { keepPlans } from './prepared-statement.ts';
import type { Tables } from './tables.ts';

/** A connection or a transaction: what every repository function takes first. */
export type Database = Kysely<Tables>;

/** How to reach a server: an address, or the parts of one (the embedded server's socket and password). */
export type Connection = string | pg.PoolConfig;

/**
 * Opens a pool; nothing connects before the first query.
 *
 * @param maxConnections 3 to 4 were the fastest on two cores: more only wait for each other
 */
export function openDatabase(
  connection: Connection,
  options: {
    maxConnections?: number;
    statementTimeoutMs?: number;
    /** How long a statement waits for a connection; 5 seconds if absent. */
    connectTimeoutMs?: number;
    onError?: (error: Error) => void;
  } = {},
): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.maxConnections ?? 4,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'doorstep',
    types: { getTypeParser },
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it; its types do not say so.
    onConnect: tunePlanner,
  });
  pool.on('connect', keepPlans);
  // A connection that breaks (the server restarts) must not end the process: in use, whose statement fails anyway,
  pool.on('connect', (client) => client.on('error', () => undefined));
  // or idle.
  pool.on('error', options.onError ?? (() => undefined));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/**
 * Tells the planner what is true of today's disks and of short statements, where it still has what PostgreSQL comes
 * with: for disks that turn it goes through the index of half of all listings to read fewer rows of an agent's.
 */
async function tunePlanner(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, case name when 'jit' then 'off' else '1.1' end, false)
     from pg_settings where name in ('jit', 'random_page_cost') and setting = boot_val`,
  );
}

const NUMERIC = pg.types.builtins.NUMERIC;

/**
 * Prices (numeric) as numbers: at most 100 billion dollars with cents are exact in a double. Identifiers
 * (bigint) stay strings, which is what the API calls them.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id: number, format) => {
  if (id === NUMERIC && format !== 'binary') return Number;
  return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id);
};

/** How often a transaction that met another one is run. */
const TRIES = 5;

/**
 * Runs a change in one transaction in a user's name, which the listing history records.
 *
 * @param actorId the signed-in user, or null for a command such as the import
 * @param change runs again, from the start, when PostgreSQL ended the transaction for the sake of another one (a
 *   deadlock, a serialization failure); it must do nothing that the end of the transaction does not undo
 */
export async function inTransaction<T>(
  db: Database,
  actorId: string | null,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (actorId !== null) {
          await sql`select set_config('doorstep.actor_id', ${actorId}, true)`.execute(transaction);
        }
        return change(transaction);
      });
    } catch (error) {
      if (tries === TRIES || !RUN_AGAIN.has(sqlStateOf(error))) throw error;
    }
  }
}

/** Serialization failure, deadlock. */
const RUN_AGAIN = new Set(['40001', '40P01']);

/** PostgreSQL's code of what went wrong (SQLSTATE, five characters); '' for what does not come from a statement. */
export function sqlStateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Resolves when the database answers. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** A ping has failed when this much time went by, in milliseconds. */
const PING_MS = 3_000;

/** Opens a connection for `ping`, which is replaced if it does not answer in time. */
export function openPing(
  connection: Connection,
  pingMs = PING_MS,
): { ping: () => Promise<void>; close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: 1,
    connectionTimeoutMillis: pingMs,
    // After a failover of an IP address, the lost connection is never reported.
    query_timeout: pingMs,
    application_name: 'doorstep',
  });
  pool.on('error', () => undefined);
  return {
    // By the pool, which ends a connection that failed.
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}

/** Name of the constraint that a failed statement broke, or undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether an error says that the database cannot answer now, and not that the statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Classes 08 (connection), 57P (shutdown, start-up), 53 (out of connections or disk) of PostgreSQL, and
  // 57014: it took longer than a statement may.
  if (/^(08|57P|53|57014)/.test(code)) return true;
  if (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOENT',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EAI_AGAIN',
    ].includes(code)
  ) {
    return 'syscall' in error;
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}
