/** Notifications on the site (docs/product/notifications.md). */

import { z } from 'zod';
import { MAX_BULK_RECORDS } from '../limits.ts';
import { idSchema, timeSchema } from './common.ts';

/** The subjects of notifications. */
export const NOTIFICATION_KINDS = [
  'inquiry',
  'tour',
  'alert',
  'favorite',
  'reminder',
  'report',
  'review',
  'listing',
  'account',
  'webhook',
  'source',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The stored events of the stream. The stream also sends `reset` if events could have been missed. */
export const EVENT_KINDS = [
  'notification',
  'inquiry',
  'tour',
  'shortlist',
  'import',
  'account',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The header that resumes `GET /events` after a broken connection. */
export const eventStreamHeadersSchema = z.object({
  'Last-Event-ID': z.string().optional().meta({
    description:
      'The id of the last event that you received. The stream starts with the events after it, or with a `reset` event if they are no longer stored.',
  }),
});

/** A notification in responses. `link` is a path of the site. */
export const notificationSchema = z.object({
  _id: idSchema,
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  link: z.string(),
  isRead: z.boolean(),
  createdAt: timeSchema,
});
export type Notification = z.output<typeof notificationSchema>;

const IDS_MESSAGE = `Send { "ids": […] } with 1 to ${MAX_BULK_RECORDS} IDs, or { "all": true }.`;

/** Body of `POST /notifications/read`: the IDs of notifications, or all of them. */
export const readNotificationsSchema = z.union(
  [
    z.object({ all: z.literal(true) }),
    z.object({
      ids: z.array(idSchema, IDS_MESSAGE).min(1, IDS_MESSAGE).max(MAX_BULK_RECORDS, IDS_MESSAGE),
    }),
  ],
  { error: IDS_MESSAGE },
);
export type ReadNotifications = z.output<typeof readNotificationsSchema>;

/** The number of unread notifications. */
export const unreadCountSchema = z.object({ unreadCount: z.int().min(0) });
