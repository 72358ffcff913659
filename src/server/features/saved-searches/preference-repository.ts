import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** A user's alert preferences. */
export type PreferenceRow = {
  email: string;
  confirmed_email: string | null;
  alerts_on_favorites: boolean;
  time_zone: string | null;
};

/** Returns a user's preferences; undefined if the account was deleted. */
export async function findPreferences(
  db: Database,
  userId: string,
): Promise<PreferenceRow | undefined> {
  const { rows } = await sql<PreferenceRow>`
    select u.email, p.confirmed_email, coalesce(p.alerts_on_favorites, true) as alerts_on_favorites, p.time_zone
    from users u left join alert_preferences p on p.user_id = u.id where u.id = ${userId}`.execute(
    db,
  );
  return rows[0];
}

/** Updates the preferences in `changes`. */
export async function updatePreferences(
  db: Database,
  userId: string,
  changes: { confirmedEmail?: string; alertsOnFavorites?: boolean; timeZone?: string },
): Promise<void> {
  const { confirmedEmail, alertsOnFavorites, timeZone } = changes;
  await sql`
    insert into alert_preferences as p (user_id, confirmed_email, alerts_on_favorites, time_zone)
    values (${userId}, ${confirmedEmail ?? null}, ${alertsOnFavorites ?? true}, ${timeZone ?? null})
    on conflict (user_id) do update set
      confirmed_email = coalesce(${confirmedEmail ?? null}, p.confirmed_email),
      alerts_on_favorites = coalesce(${alertsOnFavorites ?? null}::boolean, p.alerts_on_favorites),
      time_zone = coalesce(${timeZone ?? null}, p.time_zone)`.execute(db);
}

/** Turns off saved-home alerts for an email address. */
export async function turnOffFavoriteAlerts(db: Database, recipient: string): Promise<void> {
  await sql`
    update alert_preferences set alerts_on_favorites = false
    where user_id = (select id from users where lower(email) = ${recipient})`.execute(db);
}
