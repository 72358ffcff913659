import { type RawBuilder, sql } from 'kysely';

/** Columns with private values if the address is withheld (docs/product/import.md, Display and attribution). */
const WITHHELD_COLUMNS: ReadonlySet<string> = new Set([
  'address',
  'zip_code',
  'latitude',
  'longitude',
]);

/**
 * Selects the actual value of a listing's column, even if it is withheld. Use it only for responses to the listing's
 * agent and to admins.
 */
export function actualColumn(name: string, alias?: string): RawBuilder<unknown> {
  const refer = (column: string) => sql.ref(alias === undefined ? column : `${alias}.${column}`);
  return WITHHELD_COLUMNS.has(name)
    ? sql`coalesce(${refer(`private_${name}`)}, ${refer(name)})`
    : refer(name);
}
