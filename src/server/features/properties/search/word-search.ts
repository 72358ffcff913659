/** The words of a search as SQL, and close spellings of words that no listing has. */

import { type RawBuilder, sql } from 'kysely';
import { hasEquivalents, withoutUnitWords } from '#shared/properties/address-words.ts';
import { toMlsNumber } from '#shared/properties/mls-number.ts';
import { searchedWords, searchWords } from '#shared/properties/search-words.ts';
import type { Database } from '../../../database/database.ts';

/** The words of a search as a text search query, for the column `search` of listings. */
export type SearchWords = {
  /** The same for the same words. */
  text: string;
  query: RawBuilder<unknown>;
  /** The text as an MLS number, where it may be one. */
  mlsNumber?: string;
};

/** Every word of a text, in any order, folded as the column `search` is. */
export function allWords(text: unknown): RawBuilder<unknown> {
  return sql`plainto_tsquery('simple', fold_text(${text}))`;
}

/** The words of a text, each of which must match, or one that means the same; or all of it as an MLS number. */
export function wordsOf(text: string): SearchWords {
  const mlsNumber = toMlsNumber(text);
  return { ...anyOfEach(searchedWords(text)), text, ...(mlsNumber === null ? {} : { mlsNumber }) };
}

/** Whether a listing `p` has the words, or the number. */
export const hasWords = ({ query, mlsNumber }: SearchWords): RawBuilder<unknown> =>
  mlsNumber === undefined
    ? sql`p.search @@ (${query})`
    : sql`(p.search @@ (${query}) or ${hasMlsNumber(mlsNumber)})`;

/** Whether a listing `p` has exactly this number, in any case. */
export const hasMlsNumber = (mlsNumber: string): RawBuilder<unknown> =>
  sql`lower(p.mls_number) = ${mlsNumber}`;

/** At least one word of each group must match; nothing matches no groups. */
export const anyOfEach = (groups: readonly (readonly string[])[]): SearchWords => ({
  text: JSON.stringify(groups),
  query: allOf(groups.map((words) => anyOf(words.map(allWords)))),
});

/**
 * The words of a text, the last one as a prefix: dashboard lists are searched while typing. Prefixes of one or two
 * letters match too many words, so they match whole words only.
 */
export function wordsAsTyped(text: string): RawBuilder<unknown> {
  const groups = searchedWords(text);
  const last = /[\p{L}\p{N}]{3}$/u.test(text) ? groups.pop() : undefined;
  const whole = groups.map((words) => anyOf(words.map(allWords)));
  if (last === undefined) return allOf(whole);
  const starting = last.map((word) => sql`to_tsquery('simple', ${`${word}:*`})`);
  return allOf([...whole, anyOf(starting)]);
}

const anyOf = (queries: readonly RawBuilder<unknown>[]) => sql`(${sql.join(queries, sql` || `)})`;

const allOf = (queries: readonly RawBuilder<unknown>[]) =>
  queries.length === 0 ? sql`''::tsquery` : sql`(${sql.join(queries, sql` && `)})`;

/** A word of a search, whether an available listing has it, and those close to it that one has. */
export type WordMatch = { word: string; isFound: boolean; close: string[] };

/** How many spelling suggestions replace one word. */
const MAX_CLOSE_WORDS = 3;

/** Words of the longest search of which any are looked at. */
const MAX_MATCHED_WORDS = 10;

/** Words without a match for which spelling suggestions are looked up: each costs some milliseconds. */
const MAX_MISSPELT = 4;

/**
 * The longest word that a spelling suggestion is looked for: those that listings have are remembered up to 40 letters
 * (migration 0001), and a close one differs in at most two. `levenshtein_less_equal` takes no more than 255, and one
 * character may become several when it is folded.
 */
const MAX_MATCHED_LETTERS = 42;

/** Listings among which a word is looked for before the index, which collects every listing of a frequent word. */
const RECENT = 200;

/** Whether an available listing has a word (migration 0035); `recent` holds the newest of them. */
function isFound(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when exists (select from recent where search @@ plainto_tsquery('simple', ${word})) then true
    else is_word_found(${word}) end`;
}

/**
 * Looks at each word of a search that found nothing, in its order; at none of a search of more than ten. A word of
 * addresses with equivalents counts as found. Close spellings
 * are looked for unless too many words need one: a text of which nothing is known is no slip of the finger.
 */
export async function matchWords(db: Database, text: string): Promise<WordMatch[]> {
  const words = withoutUnitWords(searchWords(text));
  if (words.length > MAX_MATCHED_WORDS) return [];
  const { rows } = await sql<WordMatch>`
    with recent as materialized (
      select search from public_properties where is_available order by created_at desc, id desc limit ${RECENT}
    ),
    words as materialized (
      select w.word, w.position,
        case when w.word = any(${words.filter(hasEquivalents)}::text[]) then true
          else ${isFound(sql`w.word`)} end as is_found
      from unnest(${words}::text[]) with ordinality as w (word, position)
    ),
    misspelt as materialized (select count(*) as count from words where not is_found)
    select w.word, w.is_found as "isFound",
      case when w.is_found or char_length(w.word) > ${MAX_MATCHED_LETTERS} or misspelt.count > ${MAX_MISSPELT}
        then '{}'
        else array(
          select c.word
          from close_words(w.word, 12) with ordinality as c (word, position)
          where ${isFound(sql`c.word`)}
          order by c.position limit ${MAX_CLOSE_WORDS}
        ) end as close
    from words w cross join misspelt
    order by w.position`.execute(db);
  return rows;
}

/**
 * The words that a listing was found by: for each replaced word, the close spelling that the listing has, or the
 * closest if it no longer has any.
 */
export async function wordsFoundBy(
  db: Database,
  words: readonly WordMatch[],
  id: string | undefined,
): Promise<string[]> {
  const choices = words.flatMap(({ close }) => close);
  const { rows } = await sql<{ choice: string }>`
    select choice from public_properties, unnest(${choices}::text[]) choice
    where id = ${id ?? null} and search @@ plainto_tsquery('simple', choice)`.execute(db);
  const held = new Set(rows.map(({ choice }) => choice));
  return words.map(
    ({ word, isFound, close }) =>
      (isFound ? word : (close.find((choice) => held.has(choice)) ?? close[0])) ?? word,
  );
}
