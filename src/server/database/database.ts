/** Connections to PostgreSQL: pools, Kysely on top, and transactions on behalf of users. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { cachePlans } from './prepared-statement.ts';
import type { Tables } from './tables.ts';

/** A pool, connection, or transaction: the first parameter of repository functions. */
export type Database = Kysely<Tables>;

/** A connection string, or its parts (the embedded server's socket and password). */
export type Connection = string | pg.PoolConfig;

/** The driver's error message when a statement gets no response within `query_timeout`. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

/** Prefix of statements without a client-side timeout, such as index builds. */
export const NO_TIMEOUT_MARK = '/* no timeout */ ';

/** Precedes long statements in a transaction. `watchTimeouts` raises the driver's limit. */
const ALLOW_LONG_STATEMENTS =
  "set local statement_timeout = '10min'; set local lock_timeout = '10min'";
const LONG_STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** The maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The server's time limit for a request's statement. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** The maximum time that a request's transaction occupies its connection while it waits for a lock. */
const LOCK_TIMEOUT_MS = 250;
/** The additional time for the response to arrive. */
const RESPONSE_MARGIN_MS = 3_000;

/**
 * Opens a pool, which does not connect before the first query.
 *
 * @param options.maxConnections defaults to 4: on two cores, 3 or 4 are fastest, and more would only wait for
 *   each other
 */
export function openDatabase(
  connection: Connection,
  options: {
    maxConnections?: number;
    /** The server's statement timeout. Defaults to 15 seconds; 0 means none. */
    statementTimeoutMs?: number;
    /** The server's limit for waiting for a lock. Defaults to none. */
    lockTimeoutMs?: number;
    /**
     * How long to wait for a response before closing the connection. Defaults to three seconds more
     * than the statement timeout, or to no limit if there is none.
     */
    responseTimeoutMs?: number;
    /** How long a statement waits for a connection. Defaults to 5 seconds. */
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
    lock_timeout: options.lockTimeoutMs ?? 0,
    // A frozen or disconnected server does not enforce its own limit.
    query_timeout:
      options.responseTimeoutMs ??
      (statementTimeoutMs > 0 ? statementTimeoutMs + RESPONSE_MARGIN_MS : 0),
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'doorstep',
    types: { getTypeParser },
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool awaits it, contrary to its types.
    onConnect: tunePlanner,
  });
  pool.on('connect', watchTimeouts);
  pool.on('connect', cachePlans);
  // A broken connection, e.g. when the server restarts, must not crash the process. A running
  // statement fails anyway, and the pool reports broken idle connections.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', options.onError ?? (() => undefined));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Runs each transaction on a connection from another pool. */
class SplitDatabase extends Kysely<Tables> {
  readonly #transactions: Database;

  constructor(pool: pg.Pool, transactions: Database) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#transactions = transactions;
  }

  override transaction(): TransactionBuilder<Tables> {
    return this.#transactions.transaction();
  }
}

/** An open database, and its two pools for the metrics. */
export type ServerDatabase = {
  db: Database;
  /** For all statements outside of transactions. */
  pool: pg.Pool;
  transactionPool: pg.Pool;
  close: () => Promise<void>;
};

/**
 * Opens two pools, so that transactions that wait for a lock, e.g. during an import, do not delay reads.
 *
 * @param options override the defaults of each pool
 */
export function openServerDatabase(
  connection: Connection,
  options: Parameters<typeof openDatabase>[1] = {},
): ServerDatabase {
  const { pool } = openDatabase(connection, options);
  const { db: transactions, pool: transactionPool } = openDatabase(connection, {
    maxConnections: 8,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    ...options,
  });
  return {
    db: new SplitDatabase(pool, transactions),
    pool,
    transactionPool,
    close: async () => void (await Promise.all([pool.end(), transactionPool.end()])),
  };
}

/**
 * Closes a connection whose statement got no response in time. The driver only rejects the
 * statement. The pool would then give the connection to the next request, which would also have to
 * wait.
 */
function watchTimeouts(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const end = () => void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
  let isLong = false;
  const findTimeout = (text: unknown) => {
    if (typeof text === 'string' && text.startsWith(NO_TIMEOUT_MARK)) return MAX_TIMER_MS;
    return isLong ? LONG_STATEMENT_TIMEOUT_MS + RESPONSE_MARGIN_MS : undefined;
  };
  const queryWithTimeout = (text: unknown, ...rest: unknown[]) => {
    if (text === ALLOW_LONG_STATEMENTS) isLong = true;
    const timeout = findTimeout(text);
    if (text === 'commit' || text === 'rollback') isLong = false;
    const config = typeof text === 'string' ? { text } : (text as object);
    const result =
      timeout === undefined
        ? query(text, ...rest)
        : query({ ...config, query_timeout: timeout }, ...rest);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE) end();
      throw error;
    });
  };
  Object.assign(client, { query: queryWithTimeout });
}

/**
 * Raises the timeouts for statements and locks to ten minutes for the rest of a transaction. Call it
 * before changes to all of an account's data, which can include a million listings.
 */
export async function allowLongStatements(transaction: Database): Promise<void> {
  await sql.raw(ALLOW_LONG_STATEMENTS).execute(transaction);
}

/**
 * Tunes the planner for solid-state disks and short statements, unless the operator has changed its settings.
 * PostgreSQL's defaults assume spinning disks: with them, the planner would scan half of a listing index to avoid
 * reading an agent's rows.
 */
async function tunePlanner(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(name, case name when 'jit' then 'off' else '1.1' end, false)
     from pg_settings where name in ('jit', 'random_page_cost') and setting = boot_val`,
  );
}

const NUMERIC = pg.types.builtins.NUMERIC;

/**
 * Parses prices (numeric) as numbers: a double is precise enough for the cents of prices up to 100 billion dollars. IDs
 * (bigint) stay strings, as in the API.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (id: number, format) => {
  if (id === NUMERIC && format !== 'binary') return Number;
  return format === 'binary' ? pg.types.getTypeParser(id, format) : pg.types.getTypeParser(id);
};

/** The maximum number of attempts at a transaction that conflicts with others. */
const MAX_ATTEMPTS = 5;
/** The average delay after the first attempt that could not get a lock in time; it grows by this much with each attempt. */
const LOCK_RETRY_DELAY_MS = 500;

/**
 * Runs a change in a transaction on behalf of a user, who is recorded in the listing history.
 *
 * @param actorId the signed-in user, or null if there is none, as in a background job
 * @param change runs again if PostgreSQL aborts the transaction because of another one (a deadlock,
 *   a serialization failure, or a long wait for a lock); it must have no side effects outside the
 *   database
 */
export async function inTransaction<T>(
  db: Database,
  actorId: string | null,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (transaction) => {
        if (actorId !== null) {
          await sql`select set_config('doorstep.actor_id', ${actorId}, true)`.execute(transaction);
        }
        return change(transaction);
      });
    } catch (error) {
      const sqlState = sqlStateOf(error);
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(sqlState)) throw error;
      // Waits without a connection, so that changes that need the same lock do not delay all others.
      if (sqlState === LOCK_NOT_AVAILABLE)
        await sleep(attempt * LOCK_RETRY_DELAY_MS * (0.5 + Math.random()));
    }
  }
}

/** PostgreSQL's error code for a lock that was not granted in time. */
export const LOCK_NOT_AVAILABLE = '55P03';
/** PostgreSQL's error code for a statement that was canceled, such as by the statement timeout. */
export const QUERY_CANCELED = '57014';
/** The SQLSTATE code for a reference to a row that does not exist. */
export const FOREIGN_KEY_VIOLATION = '23503';

/** PostgreSQL's error codes for a serialization failure, a deadlock, and a lock timeout. */
export const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01', LOCK_NOT_AVAILABLE]);

/** Returns PostgreSQL's error code (SQLSTATE, five characters), or '' if the error is not from a statement. */
export function sqlStateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Resolves when the database responds. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

const PING_TIMEOUT_MS = 3_000;

/** Opens a connection for pings, which is replaced if it does not respond in time. */
export function openPing(
  connection: Connection,
  pingMs = PING_TIMEOUT_MS,
): { ping: () => Promise<void>; close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: 1,
    connectionTimeoutMillis: pingMs,
    // After the server's IP address fails over, nothing else reports the lost connection.
    query_timeout: pingMs,
    application_name: 'doorstep',
  });
  pool.on('error', () => undefined);
  return {
    // The pool closes a failed connection.
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
  `${QUERY_TIMEOUT_MESSAGE}|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)`,
);

/** Returns whether an error means that the database is unavailable or too slow, rather than that a statement is invalid. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The codes start with 08 (connection), 57P (shutdown, startup), or 53 (out of connections, memory, or disk).
  if (/^(08|57P|53)/.test(code) || code === QUERY_CANCELED) return true;
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

/** Deletes up to 1,000 rows created before a time, oldest first. @returns the number of deleted rows */
export async function deleteRowsBefore(
  db: Database,
  table: 'contact_messages' | 'events' | 'notifications' | 'webhook_deliveries',
  time: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where created_at < ${time} order by created_at limit 1000
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
