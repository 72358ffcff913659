import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { ERASED } from '../tour-repository.ts';

/** Locks the tours of inquiries and returns their IDs. */
export async function lockToursOfInquiries(
  transaction: Database,
  inquiryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tours where inquiry_id = any(${[...inquiryIds]}::bigint[])
    order by id for update`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Erases the visitors' personal data from tours, and deletes the tours' links. */
export async function eraseVisitorsOf(
  transaction: Database,
  tourIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('tours')
    .set({ ...ERASED, visitor_id: null, reminder_due_at: null })
    .where('id', 'in', tourIds)
    .execute();
  await transaction.deleteFrom('tour_tokens').where('tour_id', 'in', tourIds).execute();
}

/** Deletes a batch of tours that ended before a time. @returns their IDs */
export async function deleteToursEndedBefore(db: Database, time: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from tours where id in (select id from tours where end_at < ${time} limit 500)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
