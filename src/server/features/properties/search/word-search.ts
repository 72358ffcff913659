/** The words of a search as SQL, and spelling suggestions for words that no listing has. */

import { type RawBuilder, sql } from 'kysely';
import { hasEquivalents, withoutUnitWords } from '#shared/properties/address-words.ts';
import { toMlsNumber } from '#shared/properties/mls-number.ts';
import { searchedWords, searchWords } from '#shared/properties/search-words.ts';
import type { Database } from '../../../database/database.ts';

/** A search's words as a text search query on the column `search` of listings. */
export type SearchWords = {
  /** A key: equal for equal words. */
  text: string;
  query: RawBuilder<unknown>;
  /** The text as an MLS number, if it can be one. */
  mlsNumber?: string;
};

/** Matches every word of a string, in any order, folded like the column `search`. */
export function allWords(text: unknown): RawBuilder<unknown> {
  return sql`plainto_tsquery('simple', fold_text(${text}))`;
}

/** Requires every word or its equivalent, or the whole input as an MLS number. */
export function wordsOf(text: string): SearchWords {
  const mlsNumber = toMlsNumber(text);
  return { ...anyOfEach(searchedWords(text)), text, ...(mlsNumber === null ? {} : { mlsNumber }) };
}

/** Matches listings `p` with the words or the MLS number. */
export const hasWords = ({ query, mlsNumber }: SearchWords): RawBuilder<unknown> =>
  mlsNumber === undefined
    ? sql`p.search @@ (${query})`
    : sql`(p.search @@ (${query}) or ${hasMlsNumber(mlsNumber)})`;

/** Matches listings `p` with exactly this MLS number, in any case. */
export const hasMlsNumber = (mlsNumber: string): RawBuilder<unknown> =>
  sql`lower(p.mls_number) = ${mlsNumber}`;

/** Requires at least one word of each group; without groups, nothing matches. */
export const anyOfEach = (groups: readonly (readonly string[])[]): SearchWords => ({
  text: JSON.stringify(groups),
  query: allOf(groups.map((words) => anyOf(words.map(allWords)))),
});

/**
 * Requires every word, with the last one as a prefix: dashboard lists are searched while typing.
 * One or two letters are the prefix of too many words, so they match only whole words.
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

/**
 * A word of a search, whether an available listing has it, and similar words that listings have.
 */
export type WordMatch = { word: string; isFound: boolean; close: string[] };

/** Maximum spelling suggestions per word. */
const MAX_CLOSE_WORDS = 3;

/** Longer searches get no spelling suggestions. */
const MAX_MATCHED_WORDS = 10;

/** With more unknown words, there are no suggestions: each takes some milliseconds. */
const MAX_MISSPELLED_WORDS = 4;

/**
 * Longer words get no spelling suggestions: listings' words are stored up to 40 letters (migration
 * 0001), and suggestions differ by at most two. `levenshtein_less_equal` takes at most 255
 * characters, and folding can expand a character into several.
 */
const MAX_MATCHED_LETTERS = 42;

/**
 * Newest listings to check first: for a common word, the index would collect every listing that has
 * it.
 */
const RECENT = 200;

/**
 * Returns whether an available listing has a word (migration 0035); `recent` has the newest
 * listings.
 */
function isFound(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when exists (select from recent where search @@ plainto_tsquery('simple', ${word})) then true
    else is_word_found(${word}) end`;
}

/**
 * Checks each word of a search without results, in order; of no more than ten words. Address words
 * with equivalents count as found. There are no suggestions if many words are unknown: such input
 * is not just misspelled.
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
    misspelled as materialized (select count(*) as count from words where not is_found)
    select w.word, w.is_found as "isFound",
      case when w.is_found or char_length(w.word) > ${MAX_MATCHED_LETTERS} or misspelled.count > ${MAX_MISSPELLED_WORDS}
        then '{}'
        else array(
          select c.word
          from close_words(w.word, 12) with ordinality as c (word, position)
          where ${isFound(sql`c.word`)}
          order by c.position limit ${MAX_CLOSE_WORDS}
        ) end as close
    from words w cross join misspelled
    order by w.position`.execute(db);
  return rows;
}

/**
 * Returns the words by which a listing was found: for each replaced word, the suggestion that the
 * listing has, or the first one if it no longer has any.
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
  const existing = new Set(rows.map(({ choice }) => choice));
  return words.map(
    ({ word, isFound, close }) =>
      (isFound ? word : (close.find((choice) => existing.has(choice)) ?? close[0])) ?? word,
  );
}
