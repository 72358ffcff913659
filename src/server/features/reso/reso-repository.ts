/** Statements of the RESO Web API. */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ResoField } from '../import/reso/reso-serializer.ts';
import { toJsonValue } from '../import/reso/reso-serializer.ts';
import { ODataError } from './odata/odata-error.ts';
import type { Resource } from './resources-repository.ts';

/** One part of an order. */
export type OrderTerm = { field: ResoField; isDescending: boolean };

export type PageQuery = {
  select: readonly string[];
  condition: RawBuilder<unknown> | null;
  order: readonly OrderTerm[];
  /** The values of the last record of the page before, in the order's terms and the key; null at the beginning. */
  after: readonly (string | null)[] | null;
  limit: number;
  skip: number;
};

/** A record, and its values in the order's terms and the key. */
export type FoundRecord = { values: Record<string, unknown>; place: (string | null)[] };

const STATEMENT_MS = 5_000;
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

/** Nothing stands before everything, as in OData; in the order of an index where nothing is never there. */
function orderBy(terms: readonly Term[]): RawBuilder<unknown> {
  const parts = terms.map(({ value, isDescending, isNull }) => {
    const direction = isDescending ? sql`desc` : sql`asc`;
    const nulls = isNull ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``;
    return sql`${value} ${direction}${nulls}`;
  });
  return sql.join(parts, sql`, `);
}

/** Whether a record comes after a place: by the first term in which they differ. */
function isAfter(terms: readonly Term[], after: readonly (string | null)[]): RawBuilder<unknown> {
  const given = terms.map(({ cast }, index) => sql`${after[index] ?? null}::${sql.raw(cast)}`);
  if (terms.every(({ isDescending, isNull }) => !isDescending && !isNull)) {
    return sql`(${sql.join(terms.map(({ value }) => value))}) > (${sql.join(given)})`;
  }
  const parts = terms.map(({ value, isDescending }, index) => {
    const same = terms
      .slice(0, index)
      .map((term, at) => sql`${term.value} is not distinct from ${given[at]}`);
    const isNothing = (after[index] ?? null) === null;
    const later = isNothing
      ? isDescending
        ? sql`false`
        : sql`${value} is not null`
      : isDescending
        ? sql`(${value} < ${given[index]} or ${value} is null)`
        : sql`${value} > ${given[index]}`;
    return sql`(${sql.join([...same, later], sql` and `)})`;
  });
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Runs statements that may take five seconds together. */
async function within<T>(db: Database, run: (on: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`.execute(
        transaction,
      );
      return run(transaction);
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '57014') throw new ODataError(400, 'The query takes too long. Ask for less.');
    // Class 22: a value that no number or time can be.
    if (typeof code === 'string' && code.startsWith('22')) {
      throw new ODataError(400, 'A value of the query is out of range.');
    }
    throw error;
  }
}

/** One page of a resource, and one record more if there is one. */
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
  const { rows } = await within(db, async (on) =>
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

/** How many records match. */
export async function countRecords(
  db: Database,
  { from }: Resource,
  condition: RawBuilder<unknown> | null,
): Promise<number> {
  const { rows } = await within(db, async (on) =>
    sql<{ count: number }>`
      select count(*)::int as count from ${from} where ${condition ?? sql`true`}`.execute(on),
  );
  return rows[0]?.count ?? 0;
}

/** A condition that a field has one of some values. */
export const isOneOf = (field: ResoField, values: readonly string[]): RawBuilder<unknown> =>
  sql`${field.sql} = any(${values}::text[])`;

/**
 * Numbers the events that have been committed since the last time, and forgets those of 30 days ago. Events of a
 * transaction that is still running get a later number than those numbered now.
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
