/**
 * The statements that scenarios cost the database, exactly as the server sends them, and what PostgreSQL says to
 * each: how it runs them, what it reads whole, and what it sorts.
 */

import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { PREPARED_MARK } from '#server/database/prepared-statement.ts';
import { type Connection, type Database, openDatabase } from '#server/database/database.ts';
import { createResponseCache } from '#server/cache/response-cache.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { createEventHub } from '#server/features/notifications/event-hub.ts';
import { readOrCreateDataKey } from '#server/storage/data-key.ts';
import { createDiskImageStore } from '#server/storage/disk-image-store.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';

/** One statement with its values. */
export type Statement = {
  text: string;
  values: unknown[];
  /** Its plan is made once for all values; else for these values each time. */
  isPlanCached: boolean;
};

/** A server in this process, without pages and without a cache, whose statements are written down. */
export type Recorder = {
  db: Database;
  pool: pg.Pool;
  /**
   * Asks for an address and, if it is a list, for the page after it, as its `Link` header names it.
   *
   * @returns the statements that the database got in the meantime, each statement once
   * @throws Error when the response is no success
   */
  record: (address: string) => Promise<Statement[]>;
  close: () => Promise<void>;
};

/**
 * @param folder an empty one
 * @param now the clock
 */
export async function openRecorder(
  connection: Connection,
  folder: string,
  now = () => new Date(),
): Promise<Recorder> {
  const { db, pool } = openDatabase(connection, { statementTimeoutMs: 0 });
  const recorded = new Map<string, Statement>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recording = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && Array.isArray(values) && !isControl(text)) {
        const isPlanCached = text.startsWith(PREPARED_MARK);
        recorded.set(JSON.stringify([text, values]), { text, values, isPlanCached });
      }
      return query(text, values, ...rest);
    };
    Object.assign(client, { query: recording });
  });
  const app = await buildApp({
    db,
    readDb: db,
    images: createDiskImageStore(folder),
    dataKey: readOrCreateDataKey(folder, undefined),
    importFolder: folder,
    sendsMail: false,
    contactEmail: undefined,
    createLimiter: databaseLimiters(pool),
    rateLimits: DEFAULT_RATE_LIMITS,
    responseCache: createResponseCache(0),
    events: createEventHub({ db, now, readers: {} }),
    now,
    publicSettings: {
      publicUrl: 'http://localhost',
      mapTileUrl: '',
      costRates: DEFAULT_COST_RATES,
    },
    allowDemo: false,
    trustProxy: 0,
    corsOrigins: [],
    version: '0.0.0',
    logLevel: 'silent',
    pages: null,
  });
  return {
    db,
    pool,
    record: async (address) => {
      recorded.clear();
      const { headers } = await get(app, address);
      const next = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
      if (next !== undefined) await get(app, next);
      return [...recorded.values()];
    },
    close: async () => {
      await app.close();
      await db.destroy();
    },
  };
}

async function get(app: FastifyInstance, address: string) {
  const answer = await app.inject({ url: address });
  if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode} ${answer.body}`);
  return answer;
}

/**
 * Statements that return no rows, or change some: adding up the cells of the map, which happens after a response.
 */
const isControl = (text: string) =>
  /^\s*(begin|commit|rollback|set|start transaction|explain|insert|delete|with noted)\b/i.test(
    text,
  );

/** A step of a plan, as EXPLAIN (FORMAT JSON) returns it. */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
};

/** The outcome of one statement. */
export type Explained = {
  /** In the database, planning and running, in milliseconds. */
  ms: number;
  /** The table of listings is read from its beginning. */
  readsAllListings: boolean;
  /** Rows that one step sorted, at most. */
  sortedMost: number;
  /** The plan in short. */
  plan: string;
};

/** Runs a statement as the server does and looks at its plan. */
export async function explain(
  client: pg.ClientBase,
  { text, values, isPlanCached }: Statement,
): Promise<Explained> {
  const how = 'explain (analyze, timing off, format json)';
  const { rows } = isPlanCached
    ? await explainCachedPlan(client, how, { text, values })
    : await client.query<Answer>(`${how} ${text}`, values);
  const [answer] = rows[0]?.['QUERY PLAN'] ?? [];
  if (answer === undefined) throw new Error(`No plan for ${text}`);
  return {
    ms: answer['Planning Time'] + answer['Execution Time'],
    readsAllListings: readsAllListings(answer.Plan),
    sortedMost: findSortedMost(answer.Plan),
    plan: describePlan(answer.Plan),
  };
}

type Answer = {
  'QUERY PLAN': { Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }[];
};

/** As after many runs of a prepared statement: with the plan that serves all values. */
async function explainCachedPlan(
  client: pg.ClientBase,
  how: string,
  { text, values }: { text: string; values: unknown[] },
) {
  const literals = values.map(toLiteral).join(', ');
  // Without values there is no list of them either.
  const given = values.length === 0 ? '' : `(${literals})`;
  await client.query(`prepare stored as ${text}`);
  await client.query('set plan_cache_mode = force_generic_plan');
  try {
    return await client.query<Answer>(`${how} execute stored${given}`);
  } finally {
    await client.query('reset plan_cache_mode');
    await client.query('deallocate stored');
  }
}

/** As `pg` sends it: what is not set is null. */
function toLiteral(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : toText(value));
}

const inputOf = ({ Plans = [] }: PlanNode) => Plans.reduce((sum, input) => sum + rowsOf(input), 0);

/** A value as PostgreSQL reads it. */
const toText = (value: unknown) =>
  Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`
    : String(value);

function readsAllListings(node: PlanNode): boolean {
  const isScan = node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'properties';
  return isScan || (node.Plans ?? []).some(readsAllListings);
}

function findSortedMost(node: PlanNode): number {
  const own = node['Node Type'].endsWith('Sort') ? inputOf(node) : 0;
  return Math.max(own, ...(node.Plans ?? []).map(findSortedMost));
}

const rowsOf = (node: PlanNode) => Math.round(node['Actual Rows'] * node['Actual Loops']);

function describePlan(node: PlanNode): string {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']]
    .filter((part) => part !== undefined)
    .join(' ');
  const inputs = (node.Plans ?? []).map(describePlan);
  return `${name} ${rowsOf(node)}${inputs.length > 0 ? ` (${inputs.join(', ')})` : ''}`;
}
