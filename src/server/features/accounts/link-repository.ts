/** Deletes the links to an account's conversations and tours (docs/product/accounts.md, Forgotten passwords). */

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/**
 * Deletes the links that open an account's inquiries and tours without a session, because someone
 * else may have them. The owner signs in instead, and later emails contain new links.
 */
export async function deleteLinksOf(transaction: Database, userId: string): Promise<void> {
  await sql`
    with inquiry_links as (
      delete from inquiry_tokens where inquiry_id in (select id from inquiries where sender_id = ${userId})
    )
    delete from tour_tokens where tour_id in (select id from tours where visitor_id = ${userId})`.execute(
    transaction,
  );
}
