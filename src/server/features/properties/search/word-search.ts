/**
 * The words of a search: what the index of words is asked for, what is better looked at in what was found, and the
 * spellings close to words that no listing has.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** The words of a search as text search queries, for the column `search` of listings. */
export type SearchWords = {
  /** The same for the same words. */
  text: string;
  /** Of each group one must match. */
  groups: readonly (readonly string[])[];
  /** All of them. */
  query: RawBuilder<unknown>;
  /** What the index of words is asked for where all matches are collected or counted. */
  indexed?: RawBuilder<unknown>;
  /** What is looked at in each listing that was found so; `indexed` and `checked` are the query together. */
  checked?: RawBuilder<unknown>;
  /** About how many listings have the rarest of them; 0 for few. */
  listings: number;
};

/** How frequent words are, as PostgreSQL's own statistics have it: near enough to choose an index by. */
export type WordStatistics = {
  /** All listings. */
  listings: number;
  /** Those that have a word, folded; without words that hardly any have. */
  listingsWith: ReadonlyMap<string, number>;
};

/** How long statistics are used, in milliseconds. */
const STATISTICS_MAX_AGE_MS = 60_000;

/** Words that fewer listings have are rare: their index finds them at once. */
const LEAST_SHARE = 0.01;

/** @returns what gives the statistics, at most a minute old; a database that was never analyzed has none */
export function createWordStatistics(now: () => number): (db: Database) => Promise<WordStatistics> {
  let known: { statistics: Promise<WordStatistics>; askedAtMs: number } | undefined;
  return async (db) => {
    if (known === undefined || now() - known.askedAtMs > STATISTICS_MAX_AGE_MS) {
      const asked = { statistics: readStatistics(db), askedAtMs: now() };
      known = asked;
      asked.statistics.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.statistics;
  };
}

async function readStatistics(db: Database): Promise<WordStatistics> {
  const { rows } = await sql<{ word: string | null; listings: number; all: number }>`
    select word, share * all_listings as listings, all_listings as all
    from (select greatest(reltuples, 0)::float8 as all_listings from pg_class where oid = 'properties'::regclass) p
    left join (
      select m.word, m.share::float8
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as m (word, share)
      where schemaname = current_schema() and tablename = 'properties' and attname = 'search'
        and m.share >= ${LEAST_SHARE}
    ) words on true`.execute(db);
  return {
    listings: rows[0]?.all ?? 0,
    listingsWith: new Map(
      rows.flatMap(({ word, listings }) => (word === null ? [] : [[word, listings]])),
    ),
  };
}

/** Every word of a text, in any order, folded as the column `search` is. */
export function allWords(text: unknown): RawBuilder<unknown> {
  return sql`plainto_tsquery('simple', fold_text(${text}))`;
}

/**
 * What `fold_text` turns into spaces (migration 0040). Variation selectors come first: behind another character they
 * would be taken for a part of it.
 */
const NO_WORDS =
  // oxlint-disable-next-line no-control-regex -- they are no part of words either
  /[\ufe00-\ufe0f\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u1680\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3020\u3030\ufeff\ufff9-\ufffd\u{1f000}-\u{1faff}]+/u;

/** The words of a text, each of which must match. */
export function wordsOf(text: string, statistics: WordStatistics): SearchWords {
  const words = text.split(NO_WORDS).filter((word) => word !== '');
  return anyOfEach(
    words.map((word) => [word]),
    statistics,
  );
}

/**
 * Of each group of words one must match. Words that most listings have are left out of what the index is asked for: it
 * would go through nearly all listings for next to nothing.
 */
export function anyOfEach(
  groups: readonly (readonly string[])[],
  { listings, listingsWith }: WordStatistics,
): SearchWords {
  const sum = (words: readonly string[]) =>
    words.reduce((total, word) => total + (listingsWith.get(word.toLowerCase()) ?? 0), 0);
  const counted = groups
    .map((words) => ({ words, listings: sum(words) }))
    .toSorted((a, b) => a.listings - b.listings);
  const [rarest] = counted;
  // What may be no word at all, once folded, cannot be asked for alone.
  const canStandAlone = rarest?.words.every((word) => /^[a-z\d]+$/i.test(word)) ?? false;
  const isAskedFor = (group: { listings: number }) =>
    group === rarest || !canStandAlone || group.listings * 3 < listings * 2;
  const indexed = counted.filter(isAskedFor);
  const checked = counted.filter((group) => !isAskedFor(group));
  return {
    text: JSON.stringify(groups),
    groups,
    query: toQuery(groups),
    indexed: toQuery(indexed.map(({ words }) => words)),
    ...(checked.length === 0 ? {} : { checked: toQuery(checked.map(({ words }) => words)) }),
    listings: rarest?.listings ?? 0,
  };
}

function toQuery(groups: readonly (readonly string[])[]): RawBuilder<unknown> {
  const alone = groups.filter(({ length }) => length === 1).flat();
  const several = groups.filter(({ length }) => length > 1);
  const parts = [
    ...(alone.length > 0 || several.length === 0 ? [allWords(alone.join(' '))] : []),
    ...several.map((words) => sql`(${sql.join(words.map(allWords), sql` || `)})`),
  ];
  return sql.join(parts, sql` && `);
}

/** A word of a search, whether an available listing has it, and those close to it that one has. */
export type WordMatch = { word: string; isFound: boolean; close: string[] };

/** How many spelling suggestions replace one word. */
const CLOSE_WORDS_MOST = 3;

/** Words of the longest search of which any are looked at. */
const MATCHED_WORDS_MOST = 10;

/** Words without a match for which spelling suggestions are looked up: each costs some milliseconds. */
const MISSPELT_MOST = 4;

/**
 * The longest word that a spelling suggestion is looked for: those that listings have are remembered up to 40 letters
 * (migration 0001), and a close one differs in at most two. `levenshtein_less_equal` takes no more than 255, and one
 * character may become several when it is folded.
 */
const MATCHED_LETTERS_MOST = 42;

/** Listings among which a word is looked for before the index, which collects every listing of a frequent word. */
const RECENT = 200;

/** Whether an available listing has a word (migration 0035); `recent` holds the newest of them. */
function isFound(word: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when exists (select from recent where search @@ plainto_tsquery('simple', ${word})) then true
    else is_word_found(${word}) end`;
}

/**
 * Looks at each word of a search that found nothing, in its order; at none of a search of more than ten. Close spellings
 * are looked for unless too many words need one: a text of which nothing is known is no slip of the finger.
 */
export async function matchWords(db: Database, text: string): Promise<WordMatch[]> {
  const { rows } = await sql<WordMatch>`
    with recent as materialized (
      select search from properties where is_available order by created_at desc, id desc limit ${RECENT}
    ),
    words as materialized (
      select w.word, w.position, ${isFound(sql`w.word`)} as is_found
      from string_to_array(trim(fold_text(${text})), ' ') words
      cross join lateral unnest(words) with ordinality as w (word, position)
      where w.word <> '' and cardinality(words) <= ${MATCHED_WORDS_MOST}
    ),
    misspelt as materialized (select count(*) as count from words where not is_found)
    select w.word, w.is_found as "isFound",
      case when w.is_found or char_length(w.word) > ${MATCHED_LETTERS_MOST} or misspelt.count > ${MISSPELT_MOST}
        then '{}'
        else array(
          select c.word
          from close_words(w.word, 12) with ordinality as c (word, position)
          where ${isFound(sql`c.word`)}
          order by c.position limit ${CLOSE_WORDS_MOST}
        ) end as close
    from words w cross join misspelt
    order by w.position`.execute(db);
  return rows;
}

/**
 * The words that a listing was found by: of each word that had to be replaced, the close one that the listing has; the
 * closest where it has none of them any more.
 */
export async function wordsFoundBy(
  db: Database,
  words: readonly WordMatch[],
  id: string | undefined,
): Promise<string[]> {
  const choices = words.flatMap(({ close }) => close);
  const { rows } = await sql<{ choice: string }>`
    select choice from properties, unnest(${choices}::text[]) choice
    where id = ${id ?? null} and search @@ plainto_tsquery('simple', choice)`.execute(db);
  const held = new Set(rows.map(({ choice }) => choice));
  return words.map(
    ({ word, isFound, close }) =>
      (isFound ? word : (close.find((choice) => held.has(choice)) ?? close[0])) ?? word,
  );
}
