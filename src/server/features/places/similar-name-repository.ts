/** Finds city names spelled similarly to a visitor's input. */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * The maximum edit distance between a name and a user's text. Two swapped letters count as two edits.
 */
const maxNameEdits = (term: string) => (term.length < 5 ? 1 : 2);
const maxPrefixEdits = (term: string) => (term.length < 8 ? 1 : 2);

/** Shorter input gets no spelling suggestions. */
const MIN_SPELLING_LENGTH = 4;

/** Longer input gets no spelling suggestions because no city name is that long. */
const MAX_SPELLING_LENGTH = 60;

/**
 * The maximum number of cities compared, largest first. A city with homes for sale and for rent counts
 * twice. An import can contain a million homes, each in an invented city.
 */
export const MAX_COMPARED_CITIES = 20_000;

/** The maximum number of changes compared: cities that changed after the last refresh of the totals. */
const MAX_COMPARED_CHANGES = 2_000;

/**
 * Builds the condition that a name is within an edit distance of a string. PostgreSQL's function takes at
 * most 255 characters, and folding can expand a character into several. Compares lengths first,
 * which is cheaper.
 */
function isSpelledLike(
  name: RawBuilder<unknown>,
  text: string,
  edits: number,
): RawBuilder<unknown> {
  const { length } = Array.from(text);
  if (length > MAX_SPELLING_LENGTH) return sql`false`;
  return sql`(length(${name}) between ${length - edits}::int and ${length + edits}::int
    and levenshtein_less_equal(left(${name}, 255), ${text}, ${edits}) <= ${edits})`;
}

/** Splits a term that ends with a state code, such as 'austni tx', into the name and the code. */
function splitState(term: string): { name: string; state: string }[] {
  const end = term.lastIndexOf(' ');
  const name = term.slice(0, Math.max(end, 0));
  return name.length < MIN_SPELLING_LENGTH ? [] : [{ name, state: term.slice(end + 1) }];
}

/**
 * Returns city names spelled similarly to a term, in any state or, for a term with a state code, in
 * that state. Each name is compared once, even if several states have a city with that name.
 *
 * @param terms the user's term, then its variants with a state code
 */
export async function findSimilarNames(
  db: Database,
  terms: readonly string[],
): Promise<{ name: string; state: string | null }[]> {
  const [term = ''] = terms;
  if (term.length < MIN_SPELLING_LENGTH) return [];
  const name = sql`u.city_key`;
  const isNameSimilar = isSpelledLike(name, term, maxNameEdits(term));
  const prefix = sql`left(u.city_key, ${term.length}::int)`;
  const isPrefixSimilar = isSpelledLike(prefix, term, maxPrefixEdits(term));
  const hasSameFirstLetter = sql`u.city_key like ${`${Array.from(term)[0] ?? ''}%`}`;
  const inStates = terms.flatMap(splitState).map(
    (place) => sql`
      select ${name} as name, ${place.state}::text as state
      from (select distinct city_key from cities where state_key = ${place.state}) u
      where ${isSpelledLike(name, place.name, maxNameEdits(place.name))}`,
  );
  const inAnyState = sql`
    select ${name} as name, null::text as state from (select distinct city_key from cities) u
    where ${isNameSimilar} or (${hasSameFirstLetter} and ${isPrefixSimilar})`;
  const { rows } = await sql<{ name: string; state: string | null }>`
    with cities as materialized (
      (select city_key, state_key from place_cities order by listing_count desc limit ${MAX_COMPARED_CITIES})
      union all
      (select city_key, state_key from place_changes limit ${MAX_COMPARED_CHANGES})
    )
    ${sql.join([inAnyState, ...inStates], sql` union all `)}`.execute(db);
  return rows;
}
