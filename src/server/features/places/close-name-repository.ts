/** Names of cities that are spelt almost like what a visitor typed. */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Edits at most between a name and what a user typed, where two swapped letters are two; fewer for a beginning. */
const editsOfName = (term: string) => (term.length < 5 ? 1 : 2);
const editsOfBeginning = (term: string) => (term.length < 8 ? 1 : 2);

/** Letters from which on a text is compared by its spelling. */
const MIN_SPELLING_LENGTH = 4;

/** Letters up to which it is: more than the name of any city has. */
const MAX_SPELLING_LENGTH = 60;

/**
 * Whether a name is a text but for so many edits; the function takes at most 255 characters of either, and one that a
 * user typed may become several when it is folded. Lengths are compared first, which takes less.
 */
function isSpelt(name: RawBuilder<unknown>, text: string, edits: number): RawBuilder<unknown> {
  const { length } = Array.from(text);
  if (length > MAX_SPELLING_LENGTH) return sql`false`;
  return sql`(length(${name}) between ${length - edits}::int and ${length + edits}::int
    and levenshtein_less_equal(left(${name}, 255), ${text}, ${edits}) <= ${edits})`;
}

/** The name in a term that ends with a state's code, and the code: 'austni tx'. */
function splitState(term: string): { name: string; state: string }[] {
  const end = term.lastIndexOf(' ');
  const name = term.slice(0, Math.max(end, 0));
  return name.length < MIN_SPELLING_LENGTH ? [] : [{ name, state: term.slice(end + 1) }];
}

/**
 * Names that are spelt almost like a term, of cities in every state or in one. Each name is compared once, in however
 * many states there are cities of that name.
 *
 * @param terms the one that a user typed, then the same with a state's code
 */
export async function findCloseNames(
  db: Database,
  terms: readonly string[],
): Promise<{ name: string; state: string | null }[]> {
  const [term = ''] = terms;
  if (term.length < MIN_SPELLING_LENGTH) return [];
  const name = sql`u.city_key`;
  const isName = isSpelt(name, term, editsOfName(term));
  const beginning = sql`left(u.city_key, ${term.length}::int)`;
  const isBeginning = isSpelt(beginning, term, editsOfBeginning(term));
  const isAlike = sql`u.city_key like ${`${Array.from(term)[0] ?? ''}%`}`;
  const isNear = sql`u.city_key % ${term}`;
  const namesWhere = (isMeant: RawBuilder<unknown>) => sql`
    select u.city_key from place_cities u where ${isMeant}
    union select u.city_key from place_changes u where ${isMeant}`;
  const inStates = terms.flatMap(splitState).map(
    (given) => sql`
      select ${name} as name, ${given.state}::text as state
      from (${namesWhere(sql`u.state_key = ${given.state}`)}) u
      where ${isSpelt(name, given.name, editsOfName(given.name))}`,
  );
  const anywhere = sql`
    select ${name} as name, null::text as state from (${namesWhere(sql`(${isAlike} or ${isNear})`)}) u
    where ${isName} or (${isAlike} and ${isBeginning})`;
  const { rows } = await sql<{ name: string; state: string | null }>`
    ${sql.join([anywhere, ...inStates], sql` union all `)}`.execute(db);
  return rows;
}
