/**
 * Records the statements of scenarios exactly as the server sends them, and explains each: its plan, full scans, and
 * sorts.
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
  /** Whether its plan is created once for all values, instead of for each set of values. */
  isPlanCached: boolean;
};

/** A server in this process, without pages and caches, whose statements are recorded. */
export type Recorder = {
  db: Database;
  pool: pg.Pool;
  /**
   * Requests an address and, for lists, the next page from the `Link` header.
   *
   * @returns the distinct statements that the database received
   * @throws Error if the response is not successful
   */
  record: (address: string) => Promise<Statement[]>;
  close: () => Promise<void>;
};

/**
 * @param folder an empty folder
 * @param now returns the current time
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
  const response = await app.inject({ url: address });
  if (response.statusCode !== 200)
    throw new Error(`${address}: ${response.statusCode} ${response.body}`);
  return response;
}

/**
 * Returns whether to skip a statement: it returns no rows, or it writes, such as updating map cells after a response.
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
  /** Planning and execution time in the database, in milliseconds. */
  ms: number;
  /** Whether the table of listings is read completely. */
  readsAllListings: boolean;
  /** The maximum rows that one step sorted. */
  maxSortedRows: number;
  /** A summary of the plan. */
  plan: string;
};

/** Runs a statement like the server does and examines its plan. */
export async function explain(
  client: pg.ClientBase,
  { text, values, isPlanCached }: Statement,
): Promise<Explained> {
  const how = 'explain (analyze, timing off, format json)';
  const { rows } = isPlanCached
    ? await explainCachedPlan(client, how, { text, values })
    : await client.query<Answer>(`${how} ${text}`, values);
  const [explanation] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explanation === undefined) throw new Error(`No plan for ${text}`);
  return {
    ms: explanation['Planning Time'] + explanation['Execution Time'],
    readsAllListings: readsAllListings(explanation.Plan),
    maxSortedRows: findMaxSortedRows(explanation.Plan),
    plan: describePlan(explanation.Plan),
  };
}

type Answer = {
  'QUERY PLAN': { Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }[];
};

/** Explains a prepared statement with its generic plan, as after many runs. */
async function explainCachedPlan(
  client: pg.ClientBase,
  how: string,
  { text, values }: { text: string; values: unknown[] },
) {
  const literals = values.map(toLiteral).join(', ');
  // Without values, the parentheses must be omitted, too.
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

/** Converts a value to a literal like `pg` does; undefined becomes null. */
function toLiteral(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : toText(value));
}

const inputOf = ({ Plans = [] }: PlanNode) => Plans.reduce((sum, input) => sum + rowsOf(input), 0);

/** Converts a value to PostgreSQL's text format. */
const toText = (value: unknown) =>
  Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`
    : String(value);

function readsAllListings(node: PlanNode): boolean {
  const isScan = node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'properties';
  return isScan || (node.Plans ?? []).some(readsAllListings);
}

function findMaxSortedRows(node: PlanNode): number {
  const own = node['Node Type'].endsWith('Sort') ? inputOf(node) : 0;
  return Math.max(own, ...(node.Plans ?? []).map(findMaxSortedRows));
}

const rowsOf = (node: PlanNode) => Math.round(node['Actual Rows'] * node['Actual Loops']);

function describePlan(node: PlanNode): string {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']]
    .filter((part) => part !== undefined)
    .join(' ');
  const inputs = (node.Plans ?? []).map(describePlan);
  return `${name} ${rowsOf(node)}${inputs.length > 0 ? ` (${inputs.join(', ')})` : ''}`;
}
