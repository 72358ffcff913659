/** Users' own notifications (docs/product/notifications.md). */

import type { PageQuery } from '#shared/schemas/common.ts';
import type {
  Notification,
  NotificationKind,
  ReadNotifications,
} from '#shared/schemas/notification.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { announceEvent } from './event-service.ts';
import {
  findNotifications,
  insertNotification,
  markRead,
  type NotificationRow,
} from './notification-repository.ts';

export type NotificationService = ReturnType<typeof createNotificationService>;

export function createNotificationService({ db }: { db: Database }) {
  return {
    /** Returns one page, newest first. */
    async list(
      userId: string,
      query: PageQuery,
    ): Promise<{ notifications: Notification[]; total: number; unread: number }> {
      const { rows, total, unread } = await findNotifications(db, userId, toSlice(query));
      return { notifications: rows.map(toNotification), total, unread };
    },

    /**
     * Marks some or all as read. Ignores identifiers of other users' notifications.
     *
     * @returns how many are still unread
     */
    async markRead(actor: SignedIn, selection: ReadNotifications): Promise<number> {
      return inActorTransaction(db, actor, (transaction) =>
        markRead(transaction, actor._id, 'ids' in selection ? selection.ids : undefined),
      );
    },
  };
}

/**
 * Adds a notification to a user's list and open streams, in the caller's transaction. Does nothing if
 * the account was deleted.
 *
 * @param notification.link a path of the site, created with `pagePaths`
 * @param notification.tourId the tour that the notification is about; the notification is deleted
 *   with the tour, or when its visitor is erased
 */
export async function addNotification(
  transaction: Database,
  notification: {
    userId: string;
    kind: NotificationKind;
    title: string;
    link: string;
    tourId?: string;
    createdAt: Date;
  },
): Promise<void> {
  const row = await insertNotification(transaction, {
    ...notification,
    title: truncate(notification.title),
  });
  if (row === undefined) return;
  await announceEvent(transaction, {
    userIds: [notification.userId],
    kind: 'notification',
    data: toNotification(row),
    createdAt: notification.createdAt,
  });
}

/** The maximum length of the column. */
const MAX_TITLE_LENGTH = 500;

function truncate(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH) return title;
  // A lone surrogate cannot be stored.
  return `${title.slice(0, MAX_TITLE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Converts a notification to its response format. */
function toNotification(row: NotificationRow): Notification {
  const { id, kind, title, link, is_read: isRead, created_at: createdAt } = row;
  return { _id: id, kind, title, link, isRead, createdAt: createdAt.toISOString() };
}
