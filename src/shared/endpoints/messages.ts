/** Contact messages (docs/product/messages.md, Endpoints). */

import { bulkResultSchema, messagesBulkSchema } from '../schemas/bulk.ts';
import { emptySchema, idParamsSchema, messageSchema } from '../schemas/common.ts';
import {
  contactFormSchema,
  contactMessageSchema,
  contactQuerySchema,
} from '../schemas/contact-message.ts';
import type { Endpoint } from './endpoint.ts';

export const messageEndpoints = {
  sendMessage: {
    method: 'POST',
    path: '/contact',
    takesIdempotencyKey: true,
    tag: 'Messages',
    summary: 'Send a contact message',
    access: 'public',
    audit: null,
    body: contactFormSchema,
    status: 201,
    response: messageSchema,
  },
  listMessages: {
    method: 'GET',
    path: '/contact',
    tag: 'Messages',
    summary: 'List contact messages',
    description: 'Returns messages from the contact form, newest first by default.',
    access: 'message:manage',
    query: contactQuerySchema,
    status: 200,
    response: contactMessageSchema.array(),
    paged: true,
  },
  markMessageRead: {
    method: 'PATCH',
    path: '/contact/:id/read',
    tag: 'Messages',
    summary: 'Mark a contact message as read',
    access: 'message:manage',
    audit: null,
    params: idParamsSchema,
    status: 200,
    response: contactMessageSchema,
  },
  deleteMessage: {
    method: 'DELETE',
    path: '/contact/:id',
    tag: 'Messages',
    summary: 'Delete a contact message',
    access: 'message:manage',
    audit: 'message.deleted',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
  changeMessages: {
    method: 'POST',
    path: '/contact/bulk',
    takesIdempotencyKey: false,
    tag: 'Messages',
    summary: 'Update or delete contact messages in bulk',
    description: 'Each message is processed as in a separate request.',
    access: 'message:manage',
    audit: 'message.deleted',
    body: messagesBulkSchema,
    status: 200,
    response: bulkResultSchema,
  },
} as const satisfies Record<string, Endpoint>;
