/**
 * Public reads from streaming replicas (docs/product/operations.md, Replicas and processes). A replica is used only
 * while it has replayed every change that this process has heard of; else, and while it fails, the primary answers. So
 * nobody sees less than they have just changed, and nothing older than a change is cached after it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
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
import { type Database, isDatabaseAway, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

/** How often a replica is asked whether it has caught up. */
const POLL_MS = 25;
/** How long one that fails is left alone. */
const RETRY_MS = 1_000;
/** A read that stands in the way of the replay is cancelled: class 40 of PostgreSQL. */
const RECOVERY_CONFLICTS = new Set(['40001', '40P01']);

export type Replicas = {
  /** For reads: each statement goes to the next replica that is up to date, or to the primary. No transactions. */
  db: Database;
  pools: Readonly<Record<string, pg.Pool>>;
  /** Something public has changed: from now on the primary is read, until a replica has replayed it. */
  noteChange: () => void;
  /** Whether every change will be heard of from now on; while it is not, the primary is read. */
  setLive: (isLive: boolean) => void;
  /** Takes a sentence for the log when a replica is left out or used again. */
  tell: (log: (message: string) => void) => void;
  close: () => Promise<void>;
};

type Replica = {
  name: string;
  pool: pg.Pool;
  isUp: boolean;
  /** The newest change, by its number here, that it has replayed for certain. */
  replayed: number;
};

/**
 * Begins to follow the replicas.
 *
 * @param primary its pool, which `close` leaves open
 */
export function openReplicas(urls: readonly string[], primary: pg.Pool): Replicas {
  const replicas = urls.map((url, index): Replica => {
    const { pool } = openDatabase(url);
    return { name: `replica_${index + 1}`, pool, isUp: true, replayed: -1 };
  });
  let log: (message: string) => void = () => undefined;
  let changes = 0;
  let isLive = false;
  let next = 0;
  const closing = new AbortController();
  const { signal } = closing;
  let awoken = Promise.withResolvers<void>();

  const wake = () => {
    awoken.resolve();
    awoken = Promise.withResolvers<void>();
  };
  const noteChange = () => {
    changes += 1;
    wake();
  };
  const isUsable = ({ isUp, replayed }: Replica) => isLive && isUp && replayed === changes;

  function markUp(replica: Replica, isUp: boolean): void {
    if (replica.isUp === isUp) return;
    replica.isUp = isUp;
    log(isUp ? `${replica.name} is used again.` : `${replica.name} fails and is left out.`);
    wake();
  }

  function choose(): Replica | undefined {
    for (let tried = 0; tried < replicas.length; tried += 1) {
      next = (next + 1) % replicas.length;
      const replica = replicas[next];
      if (replica !== undefined && isUsable(replica)) return replica;
    }
    return undefined;
  }

  /** Brings what is known of one replica up to date, whenever there is something to know. */
  async function follow(replica: Replica): Promise<void> {
    while (!signal.aborted) {
      if (isUsable(replica) || !isLive) {
        await awoken.promise;
        continue;
      }
      const target = changes;
      try {
        const position = await readPosition(primary);
        while (!signal.aborted && !(await hasReplayed(replica, position))) await sleep(POLL_MS);
        replica.replayed = target;
        markUp(replica, true);
      } catch (error) {
        if (error instanceof ReplicaFailure) markUp(replica, false);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = async (pool: pg.Pool) => {
      const { rows } = await pool.query(sql, [...parameters]);
      return { rows: rows as R[] };
    };
    const replica = choose();
    if (replica === undefined) return run(primary);
    try {
      return await run(replica.pool);
    } catch (error) {
      if (!isReplicaTrouble(error)) throw error;
      if (isDatabaseAway(error)) markUp(replica, false);
      return run(primary);
    }
  }

  const following = replicas.map(follow);
  return {
    db: new Kysely<Tables>({ dialect: readingDialect(execute) }),
    pools: Object.fromEntries(replicas.map(({ name, pool }) => [name, pool])),
    noteChange,
    setLive: (nowLive) => {
      isLive = nowLive;
      noteChange();
    },
    tell: (given) => {
      log = given;
    },
    close: async () => {
      closing.abort();
      wake();
      await Promise.all(following);
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

/** Where the primary's log ends: whatever we have heard of was committed before, and so lies before this. */
async function readPosition(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query('select pg_current_wal_lsn()::text as position');
  const [{ position } = { position: '' }] = rows as { position: string }[];
  return position;
}

/** A replica does not answer, or is none. */
class ReplicaFailure extends Error {
  override name = 'ReplicaFailure';
}

/** Whether a standby has come so far; one that has been made a primary has left us. */
async function hasReplayed({ pool }: Replica, position: string): Promise<boolean> {
  const answer = await pool
    .query(
      `select pg_is_in_recovery() as is_standby,
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_replayed`,
      [position],
    )
    .catch((cause: unknown) => {
      throw new ReplicaFailure('It does not answer.', { cause });
    });
  const [state] = answer.rows as { is_standby: boolean; has_replayed: boolean }[];
  if (!state?.is_standby) throw new ReplicaFailure('It is a primary.');
  return state.has_replayed;
}

function isReplicaTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDatabaseAway(error) || RECOVERY_CONFLICTS.has(code);
}

/** A dialect whose every statement is run by `execute`, on whichever connection. */
function readingDialect(execute: <R>(query: CompiledQuery) => Promise<QueryResult<R>>): Dialect {
  const refuse = (): never => {
    throw new Error('Replicas are for single reads.');
  };
  const connection: DatabaseConnection = { executeQuery: execute, streamQuery: refuse };
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      releaseConnection: async () => undefined,
      beginTransaction: async () => refuse(),
      commitTransaction: async () => refuse(),
      rollbackTransaction: async () => refuse(),
      destroy: async () => undefined,
    }),
  };
}
