/**
 * Statements whose plan does not depend on their values, such as lookups by ID: compiled once per process and prepared
 * once per connection.
 */

import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** A placeholder in a statement for a value known only when it runs. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Marks these statements for the connection because Kysely does not name statements. */
export const PREPARED_MARK = '/* keep plan */';

/**
 * Prepares a statement whose calls differ only in their values. Otherwise, Kysely would build the
 * text on each call, which takes a third of the CPU time of reading a listing, and PostgreSQL would
 * plan it each time.
 *
 * Never use it for a search with filters: a plan made without the filter values is far slower.
 *
 * @param build runs once, with a function that returns the placeholder of each value
 * @returns a function that runs the statement and returns its rows
 */
export function prepareStatement<Values extends Record<string, unknown>, Row>(
  build: (value: (name: keyof Values) => unknown) => RawBuilder<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= withMark(build((name) => new Placeholder(name)).compile(db));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

const withMark = <Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> => ({
  ...compiled,
  sql: `${PREPARED_MARK}${compiled.sql}`,
});

/** Names the prepared statements of a new connection, so that PostgreSQL can reuse their plans. */
export function cachePlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryWithName = (text: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(PREPARED_MARK)
      ? query({ name: planName(text), text }, ...rest)
      : query(text, ...rest);
  Object.assign(client, { query: queryWithName });
}

const planNames = new Map<string, string>();

function planName(text: string): string {
  const existing = planNames.get(text);
  if (existing !== undefined) return existing;
  const name = `plan_${planNames.size}`;
  planNames.set(text, name);
  return name;
}
