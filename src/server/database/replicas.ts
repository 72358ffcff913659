/**
 * Serves visitors' reads from streaming replicas (decision 034). Each statement goes to the next replica that is at
 * most five seconds behind. It goes to the primary if there is no such replica, and for signed-in users.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { type Database, isDatabaseDown, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

/** Replicas that lag by more than this are not used. */
export const MAX_LAG_MS = 5_000;
/** The interval between lag measurements. */
const POLL_MS = 100;
/** SQLSTATEs of reads that the standby canceled so that WAL replay could continue. */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01']);

export type Replicas = {
  /** For single statements, without transactions. */
  db: Database;
  pools: Readonly<Record<string, pg.Pool>>;
  /**
   * Returns the time, on the `performance.now()` clock, up to which every usable replica has all changes; Infinity if
   * no replica is usable.
   */
  dataAsOfMs: () => number;
  /** Runs a function whose reads go to the primary. */
  readPrimary: (run: () => void) => void;
  /** Sets the function that logs when a replica fails or recovers. */
  setLog: (log: (message: string) => void) => void;
  close: () => Promise<void>;
};

type Replica = {
  name: string;
  pool: pg.Pool;
  isAvailable: boolean;
  /** The time up to which the replica is certain to have all changes. */
  asOfMs: number;
};

/** The end of the primary's WAL at a point in time. Everything committed earlier precedes it. */
type Position = { atMs: number; lsn: bigint };

/**
 * Starts polling the replicas.
 *
 * @param primary the primary's pool, which `close` leaves open
 */
export function openReplicas(urls: readonly string[], primary: pg.Pool): Replicas {
  const replicas = urls.map((url, index): Replica => {
    const { pool } = openDatabase(url);
    return {
      name: `replica_${index + 1}`,
      pool,
      isAvailable: true,
      asOfMs: Number.NEGATIVE_INFINITY,
    };
  });
  /** Recent WAL positions of the primary, oldest first. */
  let positions: Position[] = [];
  let log: (message: string) => void = () => undefined;
  let next = 0;
  const onPrimary = new AsyncLocalStorage<true>();

  const isUsable = ({ isAvailable, asOfMs }: Replica) =>
    isAvailable && performance.now() - asOfMs <= MAX_LAG_MS;

  function setIsAvailable(replica: Replica, isAvailable: boolean): void {
    if (replica.isAvailable === isAvailable) return;
    replica.isAvailable = isAvailable;
    log(
      isAvailable
        ? `${replica.name} has recovered and is used again.`
        : `${replica.name} failed and is no longer used.`,
    );
  }

  function chooseReplica(): Replica | undefined {
    if (onPrimary.getStore() === true) return undefined;
    next = (next + 1) % replicas.length;
    return [...replicas.slice(next), ...replicas.slice(0, next)].find(isUsable);
  }

  async function recordPosition(): Promise<void> {
    const atMs = performance.now();
    const { rows } = await primary.query<{ lsn: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as lsn",
    );
    const isRecent = (position: Position) => atMs - position.atMs <= MAX_LAG_MS;
    positions = [...positions.filter(isRecent), { atMs, lsn: BigInt(rows[0]?.lsn ?? 0) }];
  }

  async function recordReplay(replica: Replica): Promise<void> {
    try {
      const { rows } = await replica.pool.query<{ isStandby: boolean; lsn: string | null }>(
        `select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as lsn`,
      );
      const [state] = rows;
      const lsn = BigInt(state?.lsn ?? 0);
      const replayedPosition = positions.findLast((position) => position.lsn <= lsn);
      if (replayedPosition !== undefined) replica.asOfMs = replayedPosition.atMs;
      // A promoted replica no longer follows the primary.
      setIsAvailable(replica, state?.isStandby ?? false);
    } catch {
      setIsAvailable(replica, false);
    }
  }

  /** Polls repeatedly, one poll at a time. */
  function startPolling(poll: () => Promise<void>): () => Promise<void> {
    const closing = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    let isClosed = false;
    const run = async (): Promise<void> => {
      await poll().catch(() => undefined);
      if (isClosed) return closing.resolve();
      timer = setTimeout(() => {
        timer = undefined;
        void run();
      }, POLL_MS).unref();
    };
    void run();
    return async () => {
      isClosed = true;
      if (timer !== undefined) {
        clearTimeout(timer);
        closing.resolve();
      }
      await closing.promise;
    };
  }

  async function execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = async (pool: pg.Pool) => {
      const { rows } = await pool.query(sql, [...parameters]);
      return { rows: rows as R[] };
    };
    const replica = chooseReplica();
    if (replica === undefined) return run(primary);
    try {
      return await run(replica.pool);
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      if (isDatabaseDown(error)) setIsAvailable(replica, false);
      return run(primary);
    }
  }

  const stops = [
    startPolling(recordPosition),
    ...replicas.map((replica) => startPolling(() => recordReplay(replica))),
  ];
  return {
    db: new Kysely<Tables>({ dialect: createReadDialect(execute) }),
    pools: Object.fromEntries(replicas.map(({ name, pool }) => [name, pool])),
    dataAsOfMs: () => Math.min(...replicas.filter(isUsable).map(({ asOfMs }) => asOfMs)),
    readPrimary: (run) => onPrimary.run(true, run),
    setLog: (newLog) => {
      log = newLog;
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

function isReplicaFailure(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDatabaseDown(error) || RECOVERY_CONFLICTS.has(code);
}

/** Creates a dialect that runs every statement with `execute` and has no transactions. */
function createReadDialect(execute: <R>(query: CompiledQuery) => Promise<QueryResult<R>>): Dialect {
  const rejectUnsupported = (): never => {
    throw new Error('Replicas support only single statements, not transactions or streams.');
  };
  const connection: DatabaseConnection = { executeQuery: execute, streamQuery: rejectUnsupported };
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      releaseConnection: async () => undefined,
      beginTransaction: async () => rejectUnsupported(),
      commitTransaction: async () => rejectUnsupported(),
      rollbackTransaction: async () => rejectUnsupported(),
      destroy: async () => undefined,
    }),
  };
}
