/** Opens or continues inquiries for questions and tours (docs/product/inquiries.md, Continuing), and counts messages. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { AppError, notFound } from '../../errors/app-error.ts';
import { hashToken } from '../../http/endpoints/authentication.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import {
  type CreateLimiter,
  hashNetwork,
  type RateLimits,
  senderKey,
} from '../../http/limits/rate-limits.ts';
import { announceInquiry } from './announce-inquiry.ts';
import { findInquiryByToken, findInquiryOf, findMessage } from './inquiry-repository.ts';
import type { Viewer } from './inquiry-serializer.ts';
import {
  type InquiryProperty,
  findInquiryProperty,
  insertInquiry,
  insertMessage,
  insertToken,
  lockForNewMessage,
  lockInquiryProperty,
  lockSender,
  moveToAgents,
  advanceToTour,
  setPhone,
} from './inquiry-change-repository.ts';

/**
 * The sender: an account with its name and email address, or a visitor with those from the form.
 */
export type InquirySender = {
  accountId: string | null;
  /** The client's rate limit key, see `addressKey`. */
  clientKey: string;
  name: string;
  email: string;
  phone?: string | undefined;
  /** The token of the sender's earlier inquiry about the home. */
  token?: string | undefined;
};

export type OpenedInquiry = {
  inquiryId: string;
  /** Gives access to the inquiry without an account. Older tokens remain valid. */
  token: string;
  isNew: boolean;
  /** Null if there is no message. */
  messageId: string | null;
  property: InquiryProperty;
};

/**
 * Runs work that stores a message, and counts the message if it succeeds.
 *
 * @param message.side the side and conversation, see `sideOf`; undefined for a message that opens a conversation
 * @throws AppError TOO_MANY_REQUESTS, or the work's own error
 */
export type CountMessage = <T>(
  message: { accountId: string | null; clientKey: string; side: string | undefined },
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Creates the function that counts messages by account or IP address, by side of a conversation because many senders
 * can write with one link, and by IP address because a sender can have many accounts.
 */
export function createMessageCounter(
  createLimiter: CreateLimiter,
  rateLimits: RateLimits,
): CountMessage {
  const messagesPerSender = createLimiter(
    'inquiry-message',
    rateLimits.inquiryMessagesPerSender,
    'Too many messages were sent in the last hour. Please try again later.',
  );
  const messagesPerIp = createLimiter(
    'inquiry-message-ip',
    rateLimits.inquiryMessagesPerIp,
    'Too many messages were sent from this network in the last hour. Please try again later.',
  );
  return ({ accountId, clientKey, side }, work) => {
    const countPerIp = () => countSuccess(messagesPerIp, clientKey, work);
    return countSuccess(messagesPerSender, senderKey(accountId, clientKey), () =>
      side === undefined ? countPerIp() : countSuccess(messagesPerSender, side, countPerIp),
    );
  };
}

/** Returns the key of one side of a conversation for its limit. */
export const sideOf = (side: Viewer, inquiryId: string) => `${side} of inquiry ${inquiryId}`;

/** Returns the side of the conversation that a question or tour continues; undefined if it opens one. */
export async function findContinuedSide(
  db: Database,
  propertyId: string,
  sender: Pick<InquirySender, 'accountId' | 'token'>,
): Promise<string | undefined> {
  const inquiryId = await findExistingInquiry(db, propertyId, sender);
  return inquiryId && sideOf('sender', inquiryId);
}

/**
 * Opens an inquiry about a home in the caller's transaction, or continues an existing one: the token's,
 * or else the account's newest about this home. A full inquiry is continued only without a message. If the
 * inquiry's agent is not the home's agent, the inquiry is continued only if it was assigned to its agent, who is
 * still an agent or admin, and the home's agent has not changed since. Notifies only event streams; the caller
 * adds notifications and emails.
 *
 * @param request.message the question; absent for a tour without a message
 * @param request.isTour whether to advance the inquiry's stage to `tour`
 * @throws AppError NOT_FOUND, CONFLICT if the home is the sender's own or no longer available
 */
export async function openOrContinueInquiry(
  transaction: Database,
  request: {
    propertyId: string;
    sender: InquirySender;
    message?: string | undefined;
    isTour?: boolean;
    now: Date;
  },
): Promise<OpenedInquiry> {
  const { propertyId, sender, message, isTour = false, now } = request;
  const property = await lockHome(transaction, propertyId, sender.accountId);
  if (sender.accountId !== null) await lockSender(transaction, propertyId, sender.accountId);
  const foundId = await findExistingInquiry(transaction, propertyId, sender);
  const isFull =
    foundId !== undefined &&
    message !== undefined &&
    !(await lockForNewMessage(transaction, foundId));
  const existingId = isFull ? undefined : foundId;
  if (existingId !== undefined && sender.phone !== undefined)
    await setPhone(transaction, existingId, sender.phone);
  const inquiryId =
    existingId ??
    (await insertInquiry(transaction, {
      property,
      senderId: sender.accountId,
      senderNetwork: hashNetwork(sender.clientKey),
      name: sender.name,
      email: sender.email,
      phone: sender.phone,
      now,
    }));
  const messageId =
    message === undefined
      ? null
      : await insertMessage(transaction, { inquiryId, isFromAgent: false, text: message, now });
  if (isTour) await advanceToTour(transaction, inquiryId);
  const token = await createInquiryToken(transaction, inquiryId, now);
  await announceInquiry(transaction, inquiryId, now);
  return { inquiryId, token, isNew: existingId === undefined, messageId, property };
}

/**
 * Finds a home that a visitor or account can ask about.
 *
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function findHome(
  db: Database,
  propertyId: string,
  accountId: string | null,
): Promise<InquiryProperty> {
  return checkHome(await findInquiryProperty(db, propertyId), accountId);
}

/** Like `findHome`, but locks the home until the transaction ends. */
async function lockHome(
  transaction: Database,
  propertyId: string,
  accountId: string | null,
): Promise<InquiryProperty> {
  const { agent_id: agentId } = await findHome(transaction, propertyId, accountId);
  const accountIds = accountId === null ? [agentId] : [agentId, accountId];
  return checkHome(await lockInquiryProperty(transaction, propertyId, accountIds), accountId);
}

function checkHome(
  property: InquiryProperty | undefined,
  accountId: string | null,
): InquiryProperty {
  if (property === undefined) throw notFound('Property not found.');
  if (property.agent_id === accountId) {
    throw new AppError('CONFLICT', 'This is your own listing.');
  }
  if (!property.is_available) {
    throw new AppError('CONFLICT', 'This home is no longer available.');
  }
  return property;
}

/** Finds the inquiry to continue; never by email address, which anyone can enter. */
async function findExistingInquiry(
  transaction: Database,
  propertyId: string,
  { accountId, token }: Pick<InquirySender, 'accountId' | 'token'>,
): Promise<string | undefined> {
  const byToken =
    token === undefined
      ? undefined
      : await findInquiryByToken(transaction, propertyId, hashToken(token));
  if (byToken !== undefined || accountId === null) return byToken;
  return findInquiryOf(transaction, propertyId, accountId);
}

/**
 * Moves the inquiries about homes, with notes, stages, and reminders, from the homes' previous agents to
 * their current agents. Inquiries assigned to a third agent, and questions that the current agent
 * asked, do not move. Call it in the transaction that moved the homes. One event per agent is enough for
 * clients to refetch their lists.
 *
 * @param homes the homes with their previous agents
 */
export async function moveInquiriesWithHomes(
  transaction: Database,
  homes: readonly { id: string; agentId: string }[],
  now: Date,
): Promise<void> {
  if (homes.length === 0) return;
  const movedInquiries = await moveToAgents(transaction, homes);
  const oneIdPerAgent = new Map(movedInquiries.map(({ id, agentId }) => [agentId, id]));
  for (const id of oneIdPerAgent.values()) await announceInquiry(transaction, id, now, ['agent']);
}

/** Returns a message's text; undefined if it was deleted. */
export const readMessageText = async (db: Database, id: string) =>
  (await findMessage(db, id))?.text;

/**
 * Creates a 256-bit token for an inquiry and stores its hash.
 *
 * @param mailedTo the address that the link is emailed to, if any; replying through it proves the address
 */
export async function createInquiryToken(
  transaction: Database,
  inquiryId: string,
  now: Date,
  mailedTo: string | null = null,
): Promise<string> {
  const token = makeToken();
  await insertToken(transaction, { inquiryId, tokenHash: hashToken(token), mailedTo, now });
  return token;
}

/** Creates an unguessable token. */
export const makeToken = () => randomBytes(32).toString('base64url');
