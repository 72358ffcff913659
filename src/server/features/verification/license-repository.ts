import { sql } from 'kysely';
import { allowLongStatements, type Database } from '../../database/database.ts';

/** A license in the list. `number` is in uppercase, `expires` is `YYYY-MM-DD`. */
export type LicenseRow = { number: string; state: string; name: string; expires: string };

/**
 * Deletes the list. Readers see the old list until the transaction commits.
 *
 * @returns the number of deleted rows
 */
export async function clearLicenses(transaction: Database): Promise<number> {
  await allowLongStatements(transaction);
  // Blocks other uploads, but not reads.
  await sql`lock table licenses in share row exclusive mode`.execute(transaction);
  const result = await sql`delete from licenses`.execute(transaction);
  return Number(result.numAffectedRows ?? 0);
}

/** Inserts rows. Their values must not contain line breaks. */
export async function insertLicenses(
  transaction: Database,
  rows: readonly LicenseRow[],
): Promise<void> {
  // Sends each column as one string because PostgreSQL splits strings faster than it parses arrays.
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
