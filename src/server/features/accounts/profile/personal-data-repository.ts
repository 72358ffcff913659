/**
 * What is stored of one user, for themself (docs/product/privacy.md): their own words and facts. No statement here
 * reads a hash, a token, or anything that another user wrote or is.
 */

import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** Rows of one part, with the names that the file has. */
type Rows = Record<string, unknown>[];

/** The parts of the file by name, each one statement; a feature that stores something of users adds its own. */
const PARTS = {
  account: (userId: string) => sql`
    select id::text as "_id", name, email, role, created_at as "createdAt" from users
    where id = ${userId}`,
  sessions: (userId: string) => sql`
    select created_at as "createdAt", expires_at as "expiresAt" from sessions
    where user_id = ${userId} order by created_at`,
  listings: (userId: string) => sql`
    select id::text as "_id", title, description, price::float8 as price, address, city, state,
      zip_code as "zipCode", latitude, longitude, bedrooms, bathrooms, sqft,
      property_type as "propertyType", status, is_available as "isAvailable",
      created_at as "createdAt", updated_at as "updatedAt"
    from properties where agent_id = ${userId} order by id`,
  inquiries: (userId: string) => sql`
    select q.id::text as "_id", coalesce(p.title, q.property_title) as home, q.name, q.email, q.phone,
      q.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('text', m.text, 'createdAt', m.created_at) order by m.id)
        from inquiry_messages m where m.inquiry_id = q.id and not m.is_from_agent), '[]') as messages
    from inquiries q left join properties p on p.id = q.property_id
    where q.sender_id = ${userId} order by q.id`,
  answers: (userId: string) => sql`
    select q.id::text as inquiry, coalesce(p.title, q.property_title) as home, m.text,
      m.created_at as "createdAt"
    from inquiry_messages m join inquiries q on q.id = m.inquiry_id
    left join properties p on p.id = q.property_id
    where q.agent_id = ${userId} and m.is_from_agent order by m.id`,
  inquiriesReadAsAdmin: (userId: string) => sql`
    select inquiry_id::text as inquiry, read_at as "readAt" from inquiry_admin_reads
    where admin_id = ${userId} order by id`,
  // Their titles name other people.
  notifications: (userId: string) => sql`
    select kind, link, is_read as "isRead", created_at as "createdAt" from notifications
    where user_id = ${userId} order by id`,
};

/** Everything, part by part, as of one moment. */
export async function readPersonalData(
  db: Database,
  userId: string,
): Promise<Record<string, Rows>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const data: Record<string, Rows> = {};
      for (const [name, statement] of Object.entries(PARTS)) {
        const { rows } = await statement(userId).execute(transaction);
        data[name] = rows as Rows;
      }
      return data;
    });
}
