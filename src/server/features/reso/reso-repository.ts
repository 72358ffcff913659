/** SQL statements for the RESO Web API. */

import { type RawBuilder, sql } from 'kysely';
import { type Database, QUERY_CANCELED } from '../../database/database.ts';
import type { ResoField } from '../import/reso/reso-serializer.ts';
import { toJsonValue } from '../import/reso/reso-serializer.ts';
import { ODataError } from './odata/odata-error.ts';
import type { Resource } from './resources-repository.ts';

/** One field of `$orderby`. */
export type OrderTerm = { field: ResoField; isDescending: boolean };

export type PageQuery = {
  select: readonly string[];
  condition: RawBuilder<unknown> | null;
  order: readonly OrderTerm[];
  /** The order values and key of the previous page's last record; null on the first page. */
  after: readonly (string | null)[] | null;
  limit: number;
  skip: number;
};

/** A record, and its order values and key. */
export type FoundRecord = { values: Record<string, unknown>; position: (string | null)[] };

const STATEMENT_TIMEOUT_MS = 5_000;
const CASTS: Readonly<Record<ResoField['type'], string>> = {
  'Edm.String': 'text',
  'Edm.Boolean': 'boolean',
  'Edm.Int64': 'bigint',
  'Edm.Decimal': 'numeric',
  'Edm.Double': 'double precision',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamptz',
};

type Term = {
  value: RawBuilder<unknown>;
  cast: string;
  isDescending: boolean;
  isNullable: boolean;
};

function termsOf({ tiebreaker, tiebreakerType }: Resource, order: readonly OrderTerm[]): Term[] {
  return [
    ...order.map(({ field, isDescending }) => ({
      value: field.sql,
      cast: CASTS[field.type],
      isDescending,
      isNullable: field.type !== 'Edm.DateTimeOffset',
    })),
    { value: tiebreaker, cast: tiebreakerType, isDescending: false, isNullable: false },
  ];
}

/**
 * Sorts nulls before all other values, and after them in descending order, as OData requires. For
 * columns without nulls, keeps the default so that the order matches their index.
 */
function orderBy(terms: readonly Term[]): RawBuilder<unknown> {
  const parts = terms.map(({ value, isDescending, isNullable }) => {
    const direction = isDescending ? sql`desc` : sql`asc`;
    const nulls = isNullable ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``;
    return sql`${value} ${direction}${nulls}`;
  });
  return sql.join(parts, sql`, `);
}

/** Matches records after a position, by the first term that differs. */
function isAfter(terms: readonly Term[], after: readonly (string | null)[]): RawBuilder<unknown> {
  const bounds = terms.map(({ cast }, index) => sql`${after[index] ?? null}::${sql.raw(cast)}`);
  if (terms.every(({ isDescending, isNullable }) => !isDescending && !isNullable)) {
    return sql`(${sql.join(terms.map(({ value }) => value))}) > (${sql.join(bounds)})`;
  }
  const parts = terms.map(({ value, isDescending }, index) => {
    const equalPrefix = terms
      .slice(0, index)
      .map((term, at) => sql`${term.value} is not distinct from ${bounds[at]}`);
    const isNullValue = (after[index] ?? null) === null;
    const isLaterValue = isNullValue
      ? isDescending
        ? sql`false`
        : sql`${value} is not null`
      : isDescending
        ? sql`(${value} < ${bounds[index]} or ${value} is null)`
        : sql`${value} > ${bounds[index]}`;
    return sql`(${sql.join([...equalPrefix, isLaterValue], sql` and `)})`;
  });
  return sql`(${isAtOrAfter(terms[0], after[0] ?? null)} and (${sql.join(parts, sql` or `)}))`;
}

/** Matches records at or after the first term's value. Unlike the other conditions, this one can use an index. */
function isAtOrAfter(term: Term | undefined, bound: string | null): RawBuilder<unknown> {
  if (term === undefined || bound === null || (term.isDescending && term.isNullable))
    return sql`true`;
  const operator = term.isDescending ? sql`<=` : sql`>=`;
  return sql`${term.value} ${operator} ${bound}::${sql.raw(term.cast)}`;
}

/** Runs statements with a timeout of five seconds each. */
async function withTimeout<T>(
  db: Database,
  run: (transaction: Database) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(
        transaction,
      );
      return run(transaction);
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === QUERY_CANCELED)
      throw new ODataError(400, 'The query took too long. Request less data.');
    // Class 22: data exceptions, such as a number or time out of range.
    if (typeof code === 'string' && code.startsWith('22')) {
      throw new ODataError(400, 'A value in the query is out of range.');
    }
    throw error;
  }
}

/** Returns up to `limit` records of a resource. */
export async function findRecords(
  db: Database,
  resource: Resource,
  query: PageQuery,
): Promise<FoundRecord[]> {
  const terms = termsOf(resource, query.order);
  const columns = query.select.map((name, index) => {
    const field = resource.fields[name];
    if (field === undefined) throw new Error(`There is no field ${name}.`);
    const value = field.type === 'Edm.Date' ? sql`(${field.sql})::text` : field.sql;
    return { name, field, column: `c${index}`, selected: sql`${value} as ${sql.ref(`c${index}`)}` };
  });
  const position = sql`array[${sql.join(terms.map(({ value }) => sql`(${value})::text`))}]::text[] as position`;
  const conditions = [
    sql`true`,
    ...(query.condition === null ? [] : [query.condition]),
    ...(query.after === null ? [] : [isAfter(terms, query.after)]),
  ];
  const { rows } = await withTimeout(db, async (transaction) =>
    sql<Record<string, unknown> & { position: (string | null)[] }>`
      select ${sql.join([...columns.map(({ selected }) => selected), position])}
      from ${resource.from} where ${sql.join(conditions, sql` and `)}
      order by ${orderBy(terms)} limit ${query.limit} offset ${query.skip}`.execute(transaction),
  );
  return rows.map((row) => ({
    values: Object.fromEntries(
      columns.map(({ name, field, column }) => [name, toJsonValue(field, row[column])]),
    ),
    position: row.position,
  }));
}

/** Counts the matching records. */
export async function countRecords(
  db: Database,
  { from }: Resource,
  condition: RawBuilder<unknown> | null,
): Promise<number> {
  const { rows } = await withTimeout(db, async (transaction) =>
    sql<{ count: number }>`
      select count(*)::int as count from ${from} where ${condition ?? sql`true`}`.execute(
      transaction,
    ),
  );
  return rows[0]?.count ?? 0;
}

/** Matches records whose field has one of the values. */
export const isOneOf = (field: ResoField, values: readonly string[]): RawBuilder<unknown> =>
  sql`${field.sql} = any(${values}::text[])`;

/** Limits how long a statement runs. */
const EVENTS_PER_STATEMENT = 10_000;

/**
 * Numbers the oldest committed events without a number, up to 10,000. Events of transactions that are still running get
 * later numbers.
 *
 * @returns how many were numbered
 */
export async function numberEvents(db: Database): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('entity_events'))`.execute(transaction);
    const { numAffectedRows = 0n } = await sql`
      update entity_events e set sequence = numbered.number
      from (
        select w.id, nextval('entity_event_numbers') as number
        from (
          select id from entity_events where sequence is null order by id limit ${EVENTS_PER_STATEMENT}
        ) w
      ) numbered
      where e.id = numbered.id`.execute(transaction);
    return Number(numAffectedRows);
  });
}

/**
 * Deletes up to 10,000 events older than a time, with or without a number.
 *
 * @returns how many were deleted
 */
export async function deleteEventsBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from entity_events where id in (
      select id from entity_events where at < ${time} order by at limit ${EVENTS_PER_STATEMENT})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
