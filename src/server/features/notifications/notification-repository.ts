import { sql } from 'kysely';
import type { NotificationKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A notification as stored. */
export type NotificationRow = {
  id: string;
  kind: NotificationKind;
  title: string;
  link: string;
  is_read: boolean;
  created_at: Date;
};

const COLUMNS = ['id', 'kind', 'title', 'link', 'is_read', 'created_at'] as const;

/** Inserts an unread notification; returns undefined if the user was deleted. */
export async function insertNotification(
  db: Database,
  values: {
    userId: string;
    kind: NotificationKind;
    title: string;
    link: string;
    tourId?: string | undefined;
    createdAt: Date;
  },
): Promise<NotificationRow | undefined> {
  const { userId, kind, title, link, tourId = null, createdAt } = values;
  const { rows } = await sql<NotificationRow>`
    insert into notifications (user_id, kind, title, link, tour_id, created_at)
    select id, ${kind}, ${title}, ${link}, ${tourId}::bigint, ${createdAt} from users where id = ${userId}
    -- Waits for a concurrent deletion of the account, and then inserts nothing.
    for key share
    returning id, kind, title, link, is_read, created_at`.execute(db);
  return rows[0];
}

/** Finds a page of a user's notifications, newest first, with the total and unread counts. */
export async function findNotifications(
  db: Database,
  userId: string,
  { offset, limit }: Slice,
): Promise<{ rows: NotificationRow[]; total: number; unread: number }> {
  const rows = await db
    .selectFrom('notifications')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const counts = await sql<{ total: number; unread: number }>`
      select count(*)::int as total, (count(*) filter (where not is_read))::int as unread
      from notifications where user_id = ${userId}`.execute(db);
  return { rows, total: counts.rows[0]?.total ?? 0, unread: counts.rows[0]?.unread ?? 0 };
}

/**
 * Marks a user's notifications as read. Ignores other users' notifications.
 *
 * @param ids undefined for all
 * @returns how many are still unread
 */
export async function markRead(
  db: Database,
  userId: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  const unread = db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false);
  await (ids === undefined ? unread : unread.where('id', 'in', [...ids])).execute();
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications
    where user_id = ${userId} and not is_read`.execute(db);
  return rows[0]?.unread ?? 0;
}
