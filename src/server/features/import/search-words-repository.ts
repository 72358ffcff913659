import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * The number of words per statement. Kept small because other transactions that add the same words wait
 * for the statement.
 */
const WORDS_PER_STATEMENT = 500;

/**
 * Adds the words of published listings to the spelling suggestions. Call it after the transaction
 * that wrote the listings, if it called `announceAsImport` (migration 0256).
 */
export async function addSearchWords(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ word: string }>`
    select distinct w as word from properties p, unnest(tsvector_to_array(p.search)) w
    where p.id = any(${ids}::bigint[]) and p.publish_state = 'published'
      and not exists (select from search_words s where s.word = w)`.execute(db);
  const words = rows.map(({ word }) => word);
  for (let start = 0; start < words.length; start += WORDS_PER_STATEMENT) {
    const batch = words.slice(start, start + WORDS_PER_STATEMENT);
    await sql`select remember_words(${batch}::text[])`.execute(db);
  }
}
