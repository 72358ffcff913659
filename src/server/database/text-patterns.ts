/** Whether a text holds another one, as the lists of people and offices search. */

import { type RawBuilder, sql } from 'kysely';

/** A text as a pattern of LIKE that finds it anywhere. */
export function anywhere(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'%' || replace(replace(replace(${folded}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
}

/** Whether a name holds a text, without regard to case and accents; none holds one that is nothing but punctuation. */
export function nameHolds(name: RawBuilder<unknown>, searchTerm: string): RawBuilder<unknown> {
  const folded = sql`trim(fold_text(${searchTerm}))`;
  return sql`(${folded} <> '' and fold_text(${name}) like ${anywhere(folded)})`;
}
