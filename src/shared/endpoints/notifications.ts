/** Notifications on the site, and the stream of events (docs/product/notifications.md). */

import { z } from 'zod';
import { pageQuerySchema } from '../schemas/common.ts';
import {
  eventStreamHeadersSchema,
  notificationSchema,
  readNotificationsSchema,
  unreadCountSchema,
} from '../schemas/notification.ts';
import type { Endpoint } from './endpoint.ts';

export const notificationEndpoints = {
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    tag: 'Notifications',
    summary: 'One’s own notifications, newest first; X-Unread-Count says how many are unread',
    access: 'notification:read',
    query: pageQuerySchema,
    status: 200,
    response: notificationSchema.array(),
    paged: true,
    countsUnread: true,
  },
  readNotifications: {
    method: 'POST',
    path: '/notifications/read',
    takesIdempotencyKey: false,
    tag: 'Notifications',
    summary: 'Mark some of one’s own notifications as read, or all',
    access: 'notification:read',
    audit: null,
    body: readNotificationsSchema,
    status: 200,
    response: unreadCountSchema,
  },
  streamEvents: {
    method: 'GET',
    path: '/events',
    tag: 'Notifications',
    summary: 'Server-sent events about what concerns the caller; Last-Event-ID continues a stream',
    access: 'notification:read',
    headers: eventStreamHeadersSchema,
    status: 200,
    response: z.string(),
    contentType: 'text/event-stream',
  },
} as const satisfies Record<string, Endpoint>;
