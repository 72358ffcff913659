/** Builds text search queries and finds spelling suggestions for words that no listing contains. */

import { type RawBuilder, sql } from 'kysely';
import { hasEquivalents, withoutUnitWords } from '#shared/properties/address-words.ts';
import { toMlsNumber } from '#shared/properties/mls-number.ts';
import { groupSearchWords, splitWords } from '#shared/properties/search-words.ts';
import type { Database } from '../../../database/database.ts';

/** A search's words as a query on the listings' column `search`. */
export type SearchWords = {
  /** Different for different queries. */
  key: string;
  query: RawBuilder<unknown>;
  /** The text as an MLS number, if it could be one. */
  mlsNumber?: string;
};

/** Matches every word of a text in any order. The words are folded like the column `search`. */
export function matchAllWords(text: unknown): RawBuilder<unknown> {
  return sql`plainto_tsquery('simple', fold_text(${text}))`;
}

/** Requires every word or an equivalent, or the complete text as an MLS number. */
export function toSearchWords(text: string): SearchWords {
  const mlsNumber = toMlsNumber(text);
  return {
    ...matchAnyOfEach(groupSearchWords(text)),
    // Not the text alone: it could be the key of a query with other groups.
    key: JSON.stringify([text]),
    ...(mlsNumber === null ? {} : { mlsNumber }),
  };
}

/** Matches listings `p` with the words or the MLS number. */
export const hasWords = ({ query, mlsNumber }: SearchWords): RawBuilder<unknown> =>
  mlsNumber === undefined
    ? sql`p.search @@ (${query})`
    : sql`(p.search @@ (${query}) or ${hasMlsNumber(mlsNumber)})`;

/** Matches listings `p` with an MLS number in lowercase. */
export const hasMlsNumber = (mlsNumber: string): RawBuilder<unknown> =>
  sql`lower(p.mls_number) = ${mlsNumber}`;

/** Requires at least one word of each group. Matches nothing without groups. */
export const matchAnyOfEach = (groups: readonly (readonly string[])[]): SearchWords => ({
  key: JSON.stringify(groups),
  query: allOf(groups.map((words) => anyOf(words.map(matchAllWords)))),
});

/**
 * Requires every word. Treats the last word as a prefix because dashboard lists are searched while
 * the user types. One or two letters match only complete words because too many words start with
 * them.
 */
export function toPrefixQuery(text: string): RawBuilder<unknown> {
  const groups = groupSearchWords(text);
  const last = /[\p{L}\p{N}]{3}$/u.test(text) ? groups.pop() : undefined;
  const complete = groups.map((words) => anyOf(words.map(matchAllWords)));
  if (last === undefined) return allOf(complete);
  const prefixes = last.map((word) => sql`to_tsquery('simple', ${`${word}:*`})`);
  return allOf([...complete, anyOf(prefixes)]);
}

const anyOf = (queries: readonly RawBuilder<unknown>[]) => sql`(${sql.join(queries, sql` || `)})`;

const allOf = (queries: readonly RawBuilder<unknown>[]) =>
  queries.length === 0 ? sql`''::tsquery` : sql`(${sql.join(queries, sql` && `)})`;

/**
 * A search word, whether an available listing contains it, and spelling suggestions.
 */
export type WordMatch = { word: string; isFound: boolean; suggestions: string[] };

/** The maximum number of spelling suggestions per word. */
const MAX_SUGGESTIONS = 3;

/** Longer searches get no spelling suggestions. */
const MAX_MATCHED_WORDS = 10;

/** Searches with more unknown words get no suggestions because each takes some milliseconds. */
const MAX_MISSPELLED_WORDS = 4;

/**
 * Longer words get no spelling suggestions because listing words are stored with at most 20 letters
 * (migration 0267), and suggestions differ by at most two. `levenshtein_less_equal` accepts at most 255
 * characters, and folding can expand a character into several.
 */
const MAX_MATCHED_LETTERS = 22;

/**
 * The number of newest listings to check first. For a common word, the index would collect every
 * listing that contains it.
 */
const RECENT_LISTINGS = 200;

const RECENT = sql`
  select search from public_properties where is_available order by created_at desc, id desc limit ${RECENT_LISTINGS}`;

/**
 * Returns whether an available listing contains a word (migration 0035). `recent` contains the newest
 * listings.
 */
function isFound(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when exists (select from recent where search @@ plainto_tsquery('simple', ${word})) then true
    else is_word_found(${word}) end`;
}

/**
 * Checks each word of a search without matches. Returns nothing for more than ten words, and no
 * suggestions if more than four are unknown. Address words with equivalents count as found.
 */
export async function matchWords(db: Database, text: string): Promise<WordMatch[]> {
  const words = withoutUnitWords(splitWords(text));
  if (words.length > MAX_MATCHED_WORDS) return [];
  const { rows } = await sql<WordMatch>`
    with recent as materialized (${RECENT}),
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
          order by c.position limit ${MAX_SUGGESTIONS}
        ) end as suggestions
    from words w cross join misspelled
    order by w.position`.execute(db);
  return rows;
}

/** The maximum number of words that one call of `deleteUnusedWords` checks. */
const WORDS_PER_SWEEP = 2_000;

/**
 * Checks the next words of the spelling suggestions in alphabetical order, and deletes those that no available listing
 * contains.
 *
 * @param after the last word that was checked, or an empty string
 * @returns the last word checked by this call; null if there are no more
 */
export async function deleteUnusedWords(db: Database, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with recent_words as materialized (
      select distinct unnest(tsvector_to_array(search)) as word from (${RECENT}) recent
    ),
    batch as materialized (
      select word from search_words where word > ${after} order by word limit ${WORDS_PER_SWEEP}
    ),
    deleted as (
      delete from search_words where word in (
        select word from batch
        where not case when word in (select word from recent_words) then true else is_word_found(word) end
      )
    )
    select max(word) as last from batch`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * Returns the words that matched a listing: for each replaced word, the suggestion that the listing
 * contains, or the first suggestion if it no longer contains any.
 */
export async function findMatchedWords(
  db: Database,
  words: readonly WordMatch[],
  id: string | undefined,
): Promise<string[]> {
  const choices = words.flatMap(({ suggestions }) => suggestions);
  const { rows } = await sql<{ choice: string }>`
    select choice from public_properties, unnest(${choices}::text[]) choice
    where id = ${id ?? null} and search @@ plainto_tsquery('simple', choice)`.execute(db);
  const contained = new Set(rows.map(({ choice }) => choice));
  return words.map(
    ({ word, isFound, suggestions }) =>
      (isFound ? word : (suggestions.find((choice) => contained.has(choice)) ?? suggestions[0])) ??
      word,
  );
}
