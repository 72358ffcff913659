import type { Notification, NotificationKind } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { announceEvent } from './event-repository.ts';
import { insertNotification, type NotificationRow } from './notification-repository.ts';

/**
 * Notifies somebody, in the caller's transaction: in their list, and at once in their open streams. Nothing happens
 * when the person is gone.
 *
 * @param notification.link a path of the site, made with `pagePaths`
 */
export async function addNotification(
  transaction: Database,
  notification: {
    userId: string;
    kind: NotificationKind;
    title: string;
    link: string;
    createdAt: Date;
  },
): Promise<void> {
  const row = await insertNotification(transaction, {
    ...notification,
    title: shorten(notification.title),
  });
  if (row === undefined) return;
  await announceEvent(transaction, {
    userIds: [notification.userId],
    kind: 'notification',
    data: toNotification(row),
    createdAt: notification.createdAt,
  });
}

/** What the column holds. */
const TITLE_MAX_LENGTH = 500;

function shorten(title: string): string {
  if (title.length <= TITLE_MAX_LENGTH) return title;
  // Half of a letter beyond the basic plane cannot be stored.
  return `${title.slice(0, TITLE_MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Exactly the fields that go out. */
export function toNotification(row: NotificationRow): Notification {
  const { id, kind, title, link, is_read: isRead, created_at: createdAt } = row;
  return { _id: id, kind, title, link, isRead, createdAt: createdAt.toISOString() };
}
