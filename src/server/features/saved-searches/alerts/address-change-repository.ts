/** Moves alerts and alert history to an account's newly confirmed address. */

import { sql } from 'kysely';
import type { MailFrequency } from '#shared/saved-searches/saved-search.ts';
import type { Database } from '../../../database/database.ts';
import { isSendable } from './alert-repository.ts';

/**
 * Moves the pending alerts of a user's searches to the newly confirmed address, except homes already pending there.
 *
 * @returns the alerts, including those that were already pending for the address, and their due times
 */
export async function movePendingAlerts(
  db: Database,
  userId: string,
  recipient: string,
): Promise<{ search_id: string; recipient: string; frequency: MailFrequency; due_at: Date }[]> {
  const { rows } = await sql<{
    search_id: string;
    recipient: string;
    frequency: MailFrequency;
    due_at: Date;
  }>`
    update alert_news i set recipient = ${recipient}, homes = case
      when i.recipient = ${recipient} then i.homes
      else i.homes - array(
        select jsonb_object_keys(o.homes) from alert_news o join saved_searches os on os.id = o.search_id
        where o.recipient = ${recipient} and ${isSendable('o', 'os')}) end
    from saved_searches s
    where s.id = i.search_id and s.user_id = ${userId} and s.frequency <> 'never'
    returning i.search_id, i.recipient, s.frequency, i.due_at`.execute(db);
  return rows;
}

/**
 * Copies a user's alert history to another address and deletes it for the old address unless an
 * alert without an account uses that address. Changes nothing if the old address now belongs to
 * another account.
 */
export async function moveAlertHistory(
  db: Database,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await sql`
    insert into alert_memory as m (recipient, property_id, lowest_price, back_at)
    select ${to}, property_id, lowest_price, back_at from alert_memory where recipient = ${from}
      and not exists (select from users u where lower(u.email) = ${from} and u.id <> ${userId})
    on conflict (recipient, property_id) do update set
      lowest_price = least(m.lowest_price, excluded.lowest_price),
      back_at = greatest(m.back_at, excluded.back_at)`.execute(db);
  await sql`
    delete from alert_memory m where m.recipient = ${from}
      and not exists (select from saved_searches s where lower(s.email) = ${from})
      and not exists (select from users u where lower(u.email) = ${from} and u.id <> ${userId})`.execute(
    db,
  );
}
