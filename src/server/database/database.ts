/** Connections to PostgreSQL: one pool per process, Kysely on top, and transactions on behalf of users. */

import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { keepPlans } from './prepared-statement.ts';
import type { Tables } from './tables.ts';

/** A pool, connection, or transaction: the first parameter of every repository function. */
export type Database = Kysely<Tables>;

/** A connection string, or its parts (the embedded server's socket and password). */
export type Connection = string | pg.PoolConfig;

/** The driver's message for a statement without a response within `query_timeout`. */
const SILENT = 'Query read timeout';

/** Prefix of statements that only the server limits, such as building an index. */
export const UNHURRIED_MARK = '/* unhurried */ ';

/** The maximum delay of a timer. */
const UNHURRIED_MS = 2 ** 31 - 1;

/** The server's limit for a statement of a request. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** The additional time until its response arrives. */
const RESPONSE_MARGIN_MS = 3_000;

/**
 * Opens a pool; nothing connects before the first query.
 *
 * @param maxConnections 3 to 4 were fastest on two cores: more only wait for each other
 */
export function openDatabase(
  connection: Connection,
  options: {
    maxConnections?: number;
    /** The server's limit for a statement; 15 seconds if absent, 0 for none. */
    statementTimeoutMs?: number;
    /** The limit for a response, after which the connection is closed; three seconds longer if absent. */
    responseTimeoutMs?: number;
    /** How long a statement waits for a connection; 5 seconds if absent. */
    connectTimeoutMs?: number;
    onError?: (error: Error) => void;
  } = {},
): { db: Database; pool: pg.Pool } {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.maxConnections ?? 4,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // A frozen or disconnected server does not enforce its own limit.
    query_timeout:
      options.responseTimeoutMs ??
      (statementTimeoutMs > 0 ? statementTimeoutMs + RESPONSE_MARGIN_MS : 0),
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'doorstep',
    types: { getTypeParser },
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it; its types do not say so.
    onConnect: tunePlanner,
  });
  pool.on('connect', endWhenSilent);
  pool.on('connect', keepPlans);
  // A connection that breaks (the server restarts) must not end the process: in use, whose statement fails anyway,
  pool.on('connect', (client) => client.on('error', () => undefined));
  // or idle.
  pool.on('error', options.onError ?? (() => undefined));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/**
 * Closes a connection whose statement got no response in time. The driver only rejects the
 * statement, and the pool would give the connection to the next request, which would wait as long.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const end = () => void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
  const watched = (text: unknown, ...rest: unknown[]) => {
    const isUnhurried = typeof text === 'string' && text.startsWith(UNHURRIED_MARK);
    const result = query(isUnhurried ? { text, query_timeout: UNHURRIED_MS } : text, ...rest);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (error instanceof Error && error.message === SILENT) end();
      throw error;
    });
  };
  Object.assign(client, { query: watched });
}

/**
 * Adjusts planner settings that still have PostgreSQL's defaults for solid-state disks and short
 * statements: with the defaults, for spinning disks, it scans the index of half of all listings to
 * read fewer of an agent's rows.
 */
async function tunePlanner(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, case name when 'jit' then 'off' else '1.1' end, false)
     from pg_settings where name in ('jit', 'random_page_cost') and setting = boot_val`,
  );
}

const NUMERIC = pg.types.builtins.NUMERIC;

/**
 * Parses prices (numeric) as numbers: at most 100 billion dollars with cents are exact in a double. Identifiers
 * (bigint) stay strings, as in the API.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id: number, format) => {
  if (id === NUMERIC && format !== 'binary') return Number;
  return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id);
};

/** Attempts at a transaction that conflicts with others. */
const TRIES = 5;

/**
 * Runs a change in one transaction on behalf of a user, whom the listing history records.
 *
 * @param actorId the signed-in user, or null for a command such as the import
 * @param change runs again from the start if PostgreSQL aborted the transaction because of another one (a deadlock or a
 *   serialization failure); it must do nothing that a rollback does not undo
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
      if (tries === TRIES || !RETRYABLE.has(sqlStateOf(error))) throw error;
    }
  }
}

/** Serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Returns PostgreSQL's error code (SQLSTATE, five characters), or '' if the error is not from a statement. */
export function sqlStateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Resolves when the database responds. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** The timeout of a ping, in milliseconds. */
const PING_MS = 3_000;

/** Opens a connection for `ping`, which is replaced if it does not respond in time. */
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
    // Through the pool, which closes a failed connection.
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}

/** Returns the constraint that a failed statement violated, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** The driver's messages for errors without a code. */
const DOWN_MESSAGES = new RegExp(
  `${SILENT}|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)`,
);

/** Returns whether an error means that the database is unavailable, and not that the statement was wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Classes 08 (connection), 57P (shutdown, start-up), 53 (out of connections or disk) of PostgreSQL, and
  // 57014: the statement timeout.
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
  return DOWN_MESSAGES.test(error.message);
}
