import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** A license of the list. `number` is in capitals, `expires` is `YYYY-MM-DD`. */
export type LicenseRow = { number: string; state: string; name: string; expires: string };

/** How long a statement of a new list may take. */
const STATEMENT_TIMEOUT = '120s';

/** Begins a new list: the old one disappears when the transaction is committed, and readers see it until then. */
export async function clearLicenses(transaction: Database): Promise<void> {
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(
    transaction,
  );
  // One upload at a time; reads go on.
  await sql`lock table licenses in share row exclusive mode`.execute(transaction);
  await sql`delete from licenses`.execute(transaction);
}

/** Adds rows, whose texts hold no line end. */
export async function insertLicenses(
  transaction: Database,
  rows: readonly LicenseRow[],
): Promise<void> {
  // Whole columns as one text each: PostgreSQL takes them apart faster than arrays.
  const column = (name: keyof LicenseRow) => rows.map((row) => row[name]).join('\n');
  await sql`
    insert into licenses (number, state, name, expires)
    select number, state, name, expires::date from unnest(
      string_to_array(${column('number')}, chr(10)),
      string_to_array(${column('state')}, chr(10)),
      string_to_array(${column('name')}, chr(10)),
      string_to_array(${column('expires')}, chr(10))
    ) as row (number, state, name, expires)`.execute(transaction);
}
