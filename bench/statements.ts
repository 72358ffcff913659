/**
 * Records the statements that the server sends for each scenario, and checks each plan for full
 * scans and sorts.
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

/** A statement with its values. */
export type Statement = {
  text: string;
  values: unknown[];
  /** Whether one plan is used for all values, instead of one for each set of values. */
  isPlanCached: boolean;
};

/** A server in this process, without pages or caches, whose statements are recorded. */
export type Recorder = {
  db: Database;
  pool: pg.Pool;
  /**
   * Requests a path and, for lists, the next page from the `Link` header.
   *
   * @returns the distinct statements that the database received
   * @throws Error if the response is not successful
   */
  record: (path: string) => Promise<Statement[]>;
  close: () => Promise<void>;
};

/**
 * Starts a recorder on a filled database.
 *
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
      if (typeof text === 'string' && Array.isArray(values) && !isSkipped(text)) {
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
    canSendMail: false,
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
    isDemoAllowed: false,
    trustProxy: 0,
    corsOrigins: [],
    version: '0.0.0',
    logLevel: 'silent',
    pages: null,
  });
  return {
    db,
    pool,
    record: async (path) => {
      recorded.clear();
      const { headers } = await get(app, path);
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

async function get(app: FastifyInstance, path: string) {
  const response = await app.inject({ url: path });
  if (response.statusCode !== 200)
    throw new Error(`${path}: ${response.statusCode} ${response.body}`);
  return response;
}

/**
 * Returns whether to skip a statement: one that controls a transaction or sets a parameter, an estimate with EXPLAIN, or
 * a write such as refreshing map cells after a response.
 */
const isSkipped = (text: string) =>
  /^\s*(begin|commit|rollback|set|start transaction|explain|insert|delete|with recorded)\b/i.test(
    text,
  );

/** A step of a plan in the format of EXPLAIN (FORMAT JSON). */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
};

/** The analyzed plan of one statement. */
export type Explanation = {
  /** Planning and execution time in the database, in milliseconds. */
  ms: number;
  /** Whether the plan scans the complete listings table. */
  readsAllListings: boolean;
  /** The maximum number of rows sorted by one step. */
  maxSortedRows: number;
  /** A summary of the plan. */
  plan: string;
};

/** Runs a statement in the same way as the server and checks its plan. */
export async function explain(
  client: pg.ClientBase,
  { text, values, isPlanCached }: Statement,
): Promise<Explanation> {
  const explainClause = 'explain (analyze, timing off, format json)';
  const { rows } = isPlanCached
    ? await explainCachedPlan(client, explainClause, { text, values })
    : await client.query<ExplainRow>(`${explainClause} ${text}`, values);
  const [explanation] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explanation === undefined) throw new Error(`No plan for ${text}`);
  return {
    ms: explanation['Planning Time'] + explanation['Execution Time'],
    readsAllListings: readsAllListings(explanation.Plan),
    maxSortedRows: findMaxSortedRows(explanation.Plan),
    plan: describePlan(explanation.Plan),
  };
}

type ExplainRow = {
  'QUERY PLAN': { Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }[];
};

/** Explains a prepared statement with its generic plan, which PostgreSQL can choose after five runs. */
async function explainCachedPlan(
  client: pg.ClientBase,
  explainClause: string,
  { text, values }: { text: string; values: unknown[] },
) {
  const literals = values.map(toLiteral).join(', ');
  // Without values, the parentheses must also be omitted.
  const argumentList = values.length === 0 ? '' : `(${literals})`;
  await client.query(`prepare stored as ${text}`);
  await client.query('set plan_cache_mode = force_generic_plan');
  try {
    return await client.query<ExplainRow>(`${explainClause} execute stored${argumentList}`);
  } finally {
    await client.query('reset plan_cache_mode');
    await client.query('deallocate stored');
  }
}

/** Converts a value to a literal in the same way as `pg`. Undefined becomes null. */
function toLiteral(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : toText(value));
}

const countInputRows = ({ Plans = [] }: PlanNode) =>
  Plans.reduce((sum, input) => sum + countRows(input), 0);

/** Converts a value to PostgreSQL's text format. */
const toText = (value: unknown) =>
  Array.isArray(value)
    ? `{${value.map((element) => JSON.stringify(String(element))).join(',')}}`
    : String(value);

function readsAllListings(node: PlanNode): boolean {
  const isScan = node['Node Type'].endsWith('Seq Scan') && node['Relation Name'] === 'properties';
  return isScan || (node.Plans ?? []).some(readsAllListings);
}

function findMaxSortedRows(node: PlanNode): number {
  const sortedRows = node['Node Type'].endsWith('Sort') ? countInputRows(node) : 0;
  return Math.max(sortedRows, ...(node.Plans ?? []).map(findMaxSortedRows));
}

const countRows = (node: PlanNode) => Math.round(node['Actual Rows'] * node['Actual Loops']);

function describePlan(node: PlanNode): string {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']]
    .filter((part) => part !== undefined)
    .join(' ');
  const inputs = (node.Plans ?? []).map(describePlan);
  return `${name} ${countRows(node)}${inputs.length > 0 ? ` (${inputs.join(', ')})` : ''}`;
}
