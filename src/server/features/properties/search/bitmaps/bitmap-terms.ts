/**
 * Conditions that there are bits of because many of a site's listings meet them: frequent words, states and large cities
 * (decision 030). Which these are stands in the database.
 */

import { sql } from 'kysely';
import { foldPlace, foldState } from '#shared/properties/place-names.ts';
import type { Database } from '../../../../database/database.ts';

/** Names of the terms that have bits. */
export type BitmapTerms = ReadonlySet<string>;

/** Words that fewer listings have are found by their index. */
const WORD_SHARE_LEAST = 0.01;
const WORDS_MOST = 500;

/** Homes of smaller places are looked at one by one. */
const PLACE_SHARE_LEAST = 0.003;

/** Letters and signs that both sides fold the same way. */
const PLAIN_PLACE = /^[\u0020-\u007e\u00c0-\u017f‘’]*$/;
/** A word that is itself when it is folded. */
const PLAIN_WORD = /^[a-z\d]+$/;

/** The term that a word of a search would be; undefined where folding may make another one of it. */
export function termOfWord(word: string): string | undefined {
  const lower = word.toLowerCase();
  return PLAIN_WORD.test(lower) ? `word ${lower}` : undefined;
}

const ofPlace = (kind: string, fold: (name: string) => string) => (name: string) =>
  PLAIN_PLACE.test(name) ? `${kind} ${fold(name)}` : undefined;

export const termOfCity = ofPlace('city', foldPlace);
export const termOfState = ofPlace('state', foldState);

/** How long the terms are used, in milliseconds; more of them only make searches faster. */
const TERMS_MAX_AGE_MS = 60_000;

/** @returns what gives the terms, at most a minute old */
export function createReadTerms(now: () => number): (db: Database) => Promise<BitmapTerms> {
  let known: { terms: Promise<BitmapTerms>; askedAtMs: number } | undefined;
  return async (db) => {
    if (known === undefined || now() - known.askedAtMs > TERMS_MAX_AGE_MS) {
      const asked = { terms: readTerms(db), askedAtMs: now() };
      known = asked;
      asked.terms.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.terms;
  };
}

export async function readTerms(db: Database): Promise<BitmapTerms> {
  const { rows } = await sql<{ name: string }>`select name from search_bitmap_terms`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The terms that are worth bits by what PostgreSQL and the totals of places know now. */
export async function chooseTerms(db: Database): Promise<string[]> {
  const ofPlaces = (kind: string, column: string) => sql`
    select ${kind} || ' ' || ${sql.ref(column)} from places
    group by ${sql.ref(column)}
    having ${sql.ref(column)} <> '' and sum(listing_count) >= (select ${PLACE_SHARE_LEAST}::float8 * sum(listing_count) from places)`;
  const { rows } = await sql<{ name: string }>`
    (
      select 'word ' || m.word as name
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as m (word, share)
      where schemaname = current_schema() and tablename = 'properties' and attname = 'search'
        and m.share >= ${WORD_SHARE_LEAST} and m.word ~ '^[a-z0-9]+$'
        and plainto_tsquery('simple', fold_text(m.word))::text = quote_literal(m.word)
      order by m.share desc limit ${WORDS_MOST}
    )
    union all (${ofPlaces('state', 'state_key')})
    union all (${ofPlaces('city', 'city_key')})`.execute(db);
  return rows.map(({ name }) => name);
}
