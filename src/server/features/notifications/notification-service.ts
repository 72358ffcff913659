/** A person's own notifications (docs/product/notifications.md). */

import type { PageQuery } from '#shared/schemas/common.ts';
import type { Notification, ReadNotifications } from '#shared/schemas/notification.ts';
import type { Database } from '../../database/database.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { toNotification } from './add-notification.ts';
import { findNotifications, markRead } from './notification-repository.ts';

export type NotificationService = ReturnType<typeof createNotificationService>;

export function createNotificationService({ db }: { db: Database }) {
  return {
    /** One page, newest first. */
    async list(
      userId: string,
      query: PageQuery,
    ): Promise<{ notifications: Notification[]; total: number; unread: number }> {
      const { rows, total, unread } = await findNotifications(db, userId, toSlice(query));
      return { notifications: rows.map(toNotification), total, unread };
    },

    /**
     * Marks some or all as read; identifiers of other people's are passed over.
     *
     * @returns how many are unread then
     */
    async read(userId: string, chosen: ReadNotifications): Promise<number> {
      return markRead(db, userId, 'ids' in chosen ? chosen.ids : undefined);
    },
  };
}
