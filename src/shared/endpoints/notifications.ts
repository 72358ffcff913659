/** Notifications and the event stream (docs/product/notifications.md). */

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
    summary: 'List your notifications',
    description:
      'Returns your notifications, newest first. The `X-Unread-Count` header contains the number of unread notifications.',
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
    summary: 'Mark notifications as read',
    description: 'Marks some or all of your notifications as read.',
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
    summary: 'Stream your events',
    description:
      'Sends your notifications, and changes to your account, imports, inquiries, tours, and shortlists, as server-sent events. Use `Last-Event-ID` to resume a stream.',
    access: 'notification:read',
    headers: eventStreamHeadersSchema,
    status: 200,
    response: z.string(),
    contentType: 'text/event-stream',
  },
} as const satisfies Record<string, Endpoint>;
