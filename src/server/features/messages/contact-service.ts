/** Messages from the contact page, and the admins' inbox (docs/product/messages.md, Endpoints). */

import { can } from '#shared/permissions.ts';
import type { ContactForm, ContactMessage, ContactQuery } from '#shared/schemas/contact-message.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { toSlice } from '../../http/endpoints/paging.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import { hashNetwork, type Limiter } from '../../http/limits/rate-limits.ts';
import { addMail, networkCause } from '../../jobs/mail-job.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { CONTACT_MAIL } from './contact-mail.ts';
import {
  deleteMessage,
  findMessages,
  insertMessage,
  type MessageRow,
  setRead,
} from './contact-repository.ts';

export type ContactService = ReturnType<typeof createContactService>;

export function createContactService(options: {
  db: Database;
  messagesPerIp: Limiter;
  now: () => Date;
  /** The address that messages are forwarded to, if any. */
  contactEmail: string | undefined;
}) {
  const { db, messagesPerIp, now, contactEmail } = options;

  async function change<T>(
    actor: SignedIn,
    run: (transaction: Database) => Promise<T>,
  ): Promise<T> {
    return inActorTransaction(db, actor, async (transaction, current) => {
      if (!can(current, 'message:manage')) throw forbidden();
      return run(transaction);
    });
  }

  return {
    /**
     * Stores a message and, if configured, queues the email that forwards it.
     *
     * @param clientKey the client's rate limit key
     * @throws AppError TOO_MANY_REQUESTS
     */
    async send(message: ContactForm, clientKey: string, once: Once): Promise<{ message: string }> {
      const create = once.wrapCreate(async (transaction) => {
        const messageId = await insertMessage(transaction, message, now());
        if (contactEmail !== undefined) {
          await addMail(transaction, {
            kind: CONTACT_MAIL,
            to: { proof: 'setting', address: contactEmail },
            author: 'visitor',
            cause: networkCause(hashNetwork(clientKey)),
            payload: { messageId },
            now: now(),
          });
        }
        return { message: 'Your message was sent.' };
      });
      return countSuccess(messagesPerIp, clientKey, () => inTransaction(db, null, create));
    },

    /** Returns a page of the inbox. */
    async list(query: ContactQuery): Promise<{ messages: ContactMessage[]; total: number }> {
      const isRead = query.isRead === undefined ? undefined : query.isRead === 'true';
      const { rows, total } = await findMessages(db, isRead, query.sort, toSlice(query));
      return { messages: rows.map(toMessage), total };
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async setRead(
      actor: SignedIn,
      id: string,
      isRead: boolean,
    ): Promise<{ message: ContactMessage; isChanged: boolean }> {
      return change(actor, async (transaction) => {
        const row = await setRead(transaction, id, isRead);
        if (row === undefined) throw notFound('Message not found.');
        return { message: toMessage(row), isChanged: row.was_read !== isRead };
      });
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async delete(actor: SignedIn, id: string): Promise<void> {
      await change(actor, async (transaction) => {
        if (!(await deleteMessage(transaction, id))) throw notFound('Message not found.');
        await recordAudit(transaction, actor, {
          action: 'message.deleted',
          entity: { kind: 'message', id, title: 'Contact message' },
          now: now(),
        });
      });
    },
  };
}

/** Converts a message to its response format (docs/product/messages.md, Endpoints). */
function toMessage(row: MessageRow): ContactMessage {
  const { id, name, email, subject, message, is_read: isRead, created_at: createdAt } = row;
  return { _id: id, name, email, subject, message, isRead, createdAt: createdAt.toISOString() };
}
