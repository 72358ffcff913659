/** SQL statements of the RESO Web API. */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
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
export type FoundRecord = { values: Record<string, unknown>; place: (string | null)[] };

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

type Term = { value: RawBuilder<unknown>; cast: string; isDescending: boolean; isNull: boolean };

function termsOf({ tie, tieType }: Resource, order: readonly OrderTerm[]): Term[] {
  return [
    ...order.map(({ field, isDescending }) => ({
      value: field.sql,
      cast: CASTS[field.type],
      isDescending,
      isNull: field.type !== 'Edm.DateTimeOffset',
    })),
    { value: tie, cast: tieType, isDescending: false, isNull: false },
  ];
}

/** Sorts null first, as OData requires; for columns without nulls, matches the index order. */
function orderBy(terms: readonly Term[]): RawBuilder<unknown> {
  const parts = terms.map(({ value, isDescending, isNull }) => {
    const direction = isDescending ? sql`desc` : sql`asc`;
    const nulls = isNull ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``;
    return sql`${value} ${direction}${nulls}`;
  });
  return sql.join(parts, sql`, `);
}

/** Matches records after a position, by the first term that differs. */
function isAfter(terms: readonly Term[], after: readonly (string | null)[]): RawBuilder<unknown> {
  const given = terms.map(({ cast }, index) => sql`${after[index] ?? null}::${sql.raw(cast)}`);
  if (terms.every(({ isDescending, isNull }) => !isDescending && !isNull)) {
    return sql`(${sql.join(terms.map(({ value }) => value))}) > (${sql.join(given)})`;
  }
  const parts = terms.map(({ value, isDescending }, index) => {
    const same = terms
      .slice(0, index)
      .map((term, at) => sql`${term.value} is not distinct from ${given[at]}`);
    const isNullValue = (after[index] ?? null) === null;
    const later = isNullValue
      ? isDescending
        ? sql`false`
        : sql`${value} is not null`
      : isDescending
        ? sql`(${value} < ${given[index]} or ${value} is null)`
        : sql`${value} > ${given[index]}`;
    return sql`(${sql.join([...same, later], sql` and `)})`;
  });
  return sql`(${fromOn(terms[0], after[0] ?? null)} and (${sql.join(parts, sql` or `)}))`;
}

/** Matches records from a value of the first term on: unlike the other terms, an index finds them. */
function fromOn(term: Term | undefined, given: string | null): RawBuilder<unknown> {
  if (term === undefined || given === null || (term.isDescending && term.isNull)) return sql`true`;
  const operator = term.isDescending ? sql`<=` : sql`>=`;
  return sql`${term.value} ${operator} ${given}::${sql.raw(term.cast)}`;
}

/** Runs statements with a timeout of five seconds each. */
async function withTimeout<T>(db: Database, run: (on: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute(
        transaction,
      );
      return run(transaction);
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '57014') throw new ODataError(400, 'The query takes too long. Request less data.');
    // Class 22: data exceptions, such as a number or time out of range.
    if (typeof code === 'string' && code.startsWith('22')) {
      throw new ODataError(400, 'A value of the query is out of range.');
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
  const place = sql`array[${sql.join(terms.map(({ value }) => sql`(${value})::text`))}]::text[] as place`;
  const conditions = [
    sql`true`,
    ...(query.condition === null ? [] : [query.condition]),
    ...(query.after === null ? [] : [isAfter(terms, query.after)]),
  ];
  const { rows } = await withTimeout(db, async (on) =>
    sql<Record<string, unknown> & { place: (string | null)[] }>`
      select ${sql.join([...columns.map(({ selected }) => selected), place])}
      from ${resource.from} where ${sql.join(conditions, sql` and `)}
      order by ${orderBy(terms)} limit ${query.limit} offset ${query.skip}`.execute(on),
  );
  return rows.map((row) => ({
    values: Object.fromEntries(
      columns.map(({ name, field, column }) => [name, toJsonValue(field, row[column])]),
    ),
    place: row.place,
  }));
}

/** Counts the matching records. */
export async function countRecords(
  db: Database,
  { from }: Resource,
  condition: RawBuilder<unknown> | null,
): Promise<number> {
  const { rows } = await withTimeout(db, async (on) =>
    sql<{ count: number }>`
      select count(*)::int as count from ${from} where ${condition ?? sql`true`}`.execute(on),
  );
  return rows[0]?.count ?? 0;
}

/** Returns the condition that a field has one of the values. */
export const isOneOf = (field: ResoField, values: readonly string[]): RawBuilder<unknown> =>
  sql`${field.sql} = any(${values}::text[])`;

/**
 * Numbers the events committed since the last call, and deletes those older than 30 days. Events of
 * transactions that are still running get later numbers.
 */
export async function numberEvents(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('entity_events'))`.execute(transaction);
    await sql`
      update entity_events e set sequence = numbered.number
      from (
        select w.id, nextval('entity_event_numbers') as number
        from (select id from entity_events where sequence is null order by id) w
      ) numbered
      where e.id = numbered.id`.execute(transaction);
    await sql`delete from entity_events where id in (
      select id from entity_events where at < now() - interval '30 days' and sequence is not null
      order by at limit 10000)`.execute(transaction);
  });
}
