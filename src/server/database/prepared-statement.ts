/** Statements that look up rows by id: compiled once per process, planned once per connection. */

import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** A placeholder in a statement for a value known only when it runs. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Marks these statements for the connection, since Kysely does not name statements. */
export const PREPARED_MARK = '/* keep plan */';

/**
 * Prepares a statement of which only the values differ between calls. Otherwise Kysely would build
 * its text each time, a third of the CPU time of reading one listing, and PostgreSQL would plan it
 * each time.
 *
 * Never use it for a search: a plan made without the filter values is far slower.
 *
 * @param build runs once, with a function that returns the placeholder of each value
 * @returns a function that runs it and returns its rows
 */
export function prepareStatement<Values extends Record<string, unknown>, Row>(
  build: (value: (name: keyof Values) => unknown) => RawBuilder<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= marked(build((name) => new Slot(name)).compile(db));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

const marked = <Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> => ({
  ...compiled,
  sql: `${PREPARED_MARK}${compiled.sql}`,
});

/** Names the prepared statements of a new connection, so that their plans are cached. */
export function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(PREPARED_MARK)
      ? query({ name: planName(text), text }, ...rest)
      : query(text, ...rest);
  Object.assign(client, { query: named });
}

const planNames = new Map<string, string>();

function planName(text: string): string {
  const known = planNames.get(text);
  if (known !== undefined) return known;
  const name = `plan_${planNames.size}`;
  planNames.set(text, name);
  return name;
}
