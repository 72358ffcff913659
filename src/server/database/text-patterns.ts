/** Substring search for the lists of users, agents, and offices. */

import { type RawBuilder, sql } from 'kysely';

/** Builds a LIKE pattern that matches texts containing a folded string. */
export function containsPattern(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'%' || replace(replace(replace(${folded}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
}

/**
 * Selects whether a name contains a string, ignoring case and accents. A string of only punctuation
 * matches nothing.
 */
export function nameContains(name: RawBuilder<unknown>, searchTerm: string): RawBuilder<unknown> {
  const folded = sql`trim(fold_text(${searchTerm}))`;
  return sql`(${folded} <> '' and fold_text(${name}) like ${containsPattern(folded)})`;
}
