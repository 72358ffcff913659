/** Handles questions about homes (docs/product/inquiries.md, Asking). */

import {
  type InquiryForm,
  inquiryFormSchema,
  signedInInquirySchema,
} from '#shared/schemas/inquiry.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { parseOrThrow } from '../../http/error-responses/parse.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import { type Limiter, senderKey } from '../../http/limits/rate-limits.ts';
import { reserveInquiryId } from './inquiry-change-repository.ts';
import { findInquiry } from './inquiry-repository.ts';
import {
  type CountMessage,
  findContinuedSide,
  findHome,
  makeToken,
  openOrContinueInquiry,
} from './open-inquiry-service.ts';
import { confirmQuestion, notifyAgent } from './mail/notify-of-message.ts';

export type AskService = ReturnType<typeof createAskService>;

export function createAskService(options: {
  db: Database;
  /** Limits questions by account or IP address. */
  questionsPerSender: Limiter;
  countMessage: CountMessage;
  now: () => Date;
}) {
  const { db, questionsPerSender, countMessage, now } = options;

  async function openInquiry(
    propertyId: string,
    actor: SignedIn | null,
    form: InquiryForm,
    clientKey: string,
    once: Once,
  ): Promise<{ _id: string; token: string }> {
    const run = once.wrapCreate(async (transaction) => {
      const time = now();
      const { name, email, phone, token, message } = form;
      const sender = { accountId: actor?._id ?? null, clientKey, name, email, phone, token };
      const result = await openOrContinueInquiry(transaction, {
        propertyId,
        sender,
        message,
        now: time,
      });
      const { inquiryId, messageId, isNew } = result;
      const row = await findInquiry(transaction, inquiryId);
      if (row !== undefined && messageId !== null) {
        await notifyAgent(transaction, { row, messageId, now: time });
        if (isNew && actor === null) await confirmQuestion(transaction, { row, now: time });
      }
      return { _id: inquiryId, token: result.token };
    });
    return actor === null ? inTransaction(db, null, run) : inActorTransaction(db, actor, run);
  }

  return {
    /**
     * Asks about a home. Bots, which fill in the hidden field `website`, get the same kind of response,
     * but no inquiry is stored.
     *
     * @param body unvalidated: the required fields depend on the caller
     * @param clientKey the client's rate limit key
     * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, TOO_MANY_REQUESTS
     */
    async ask(
      propertyId: string,
      actor: SignedIn | null,
      body: unknown,
      clientKey: string,
      once: Once,
    ): Promise<{ _id: string; token: string }> {
      const form: InquiryForm =
        actor === null
          ? parseOrThrow(inquiryFormSchema, body)
          : {
              ...parseOrThrow(signedInInquirySchema, body),
              name: actor.name,
              email: actor.email,
            };
      const accountId = actor?._id ?? null;
      await findHome(db, propertyId, accountId);
      const { token, website } = form;
      return countSuccess(questionsPerSender, senderKey(accountId, clientKey), async () => {
        if (website !== undefined && website !== '') {
          const respond = once.wrapCreate(async (transaction) => ({
            _id: await reserveInquiryId(transaction),
            token: makeToken(),
          }));
          return inTransaction(db, null, respond);
        }
        const side = await findContinuedSide(db, propertyId, { accountId, token });
        return countMessage({ accountId, clientKey, side }, () =>
          openInquiry(propertyId, actor, form, clientKey, once),
        );
      });
    },
  };
}

/**
 * Notifies an inquiry's agent of the message sent with a tour. Does nothing if the tour has the same
 * agent because the email about the tour contains the message.
 */
export async function notifyOfTourMessage(
  transaction: Database,
  message: { inquiryId: string; messageId: string; tourAgentId: string; now: Date },
): Promise<void> {
  const { inquiryId, messageId, tourAgentId, now } = message;
  const row = await findInquiry(transaction, inquiryId);
  if (row !== undefined && row.agent_id !== tourAgentId)
    await notifyAgent(transaction, { row, messageId, now });
}
