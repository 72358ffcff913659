/** Controls access to inquiries by the agent's side, the sender's side, and admins. */

import { type Actor, can } from '#shared/permissions.ts';
import type { Inquiry } from '#shared/schemas/inquiry.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { notFound, unauthenticated } from '../../errors/app-error.ts';
import { hashToken, type SignedIn } from '../../http/endpoints/authentication.ts';
import { lockInquiry, lockInquiryAndAgent } from './inquiry-change-repository.ts';
import {
  findAdminReads,
  findInquiry,
  findMessages,
  hasToken,
  type InquiryRow,
} from './inquiry-repository.ts';
import { toInquiry, type Viewer } from './inquiry-serializer.ts';

/** The caller: a user, a link's token, or both; the token takes precedence. */
export type InquiryCaller = { actor: SignedIn | null; token: string | undefined };

type Person = NonNullable<Actor>;

/**
 * Finds an inquiry and the caller's side.
 *
 * @throws AppError UNAUTHENTICATED for a visitor without a token, NOT_FOUND for other callers without access
 */
export async function requireSide(
  db: Database,
  id: string,
  { actor, token }: { actor: Person | null; token: string | undefined },
): Promise<{ row: InquiryRow; side: Viewer }> {
  if (actor === null && token === undefined) throw unauthenticated();
  const row = await findInquiry(db, id);
  const side = row && (await findSide(db, row, actor, token));
  if (row === undefined || side === undefined) throw notFound('Inquiry not found.');
  return { row, side };
}

/** Reads an inquiry's messages and serializes the inquiry with them for one side or an admin. */
export async function readConversation(
  db: Database,
  row: InquiryRow,
  side: Viewer,
): Promise<Inquiry> {
  const messages = await findMessages(db, row.id);
  const adminReads = side === 'sender' ? [] : await findAdminReads(db, [row.id]);
  return toInquiry(row, messages, adminReads, side);
}

/**
 * Reads an inquiry for its participants' event streams. Returns undefined for other users, or if it was
 * deleted.
 */
export async function readInquiryAs(
  db: Database,
  actor: Person,
  id: string,
): Promise<Inquiry | undefined> {
  const row = await findInquiry(db, id);
  const side = row && (await findSide(db, row, actor, undefined));
  // Not for admins because their reads must be recorded.
  if (row === undefined || side === undefined || side === 'admin') return undefined;
  return readConversation(db, row, side);
}

/**
 * Returns whether a user is the sender of an inquiry and not its agent. A manager who asked about a
 * colleague's home has only the sender's side.
 */
export const isOnlySender = (row: InquiryRow, userId: string): boolean =>
  row.sender_id === userId && row.agent_id !== userId;

async function findSide(
  db: Database,
  row: InquiryRow,
  actor: Person | null,
  token: string | undefined,
): Promise<Viewer | undefined> {
  if (token !== undefined && (await hasToken(db, row.id, hashToken(token)))) return 'sender';
  if (actor === null) return undefined;
  const target = { agentId: row.agent_id, officeId: row.office_id };
  if (isOnlySender(row, actor._id)) return 'sender';
  if (can(actor, 'inquiry:answer', target)) return 'agent';
  if (row.sender_id === actor._id) return 'sender';
  return can(actor, 'inquiry:manage') ? 'admin' : undefined;
}

/**
 * Changes an inquiry as one of its two sides. The transaction checks the side.
 *
 * @throws AppError like `requireSide`; NOT_FOUND also for admins who are on neither side
 */
export async function changeAsSide<T>(
  db: Database,
  id: string,
  caller: InquiryCaller,
  change: (transaction: Database, row: InquiryRow, side: 'agent' | 'sender') => Promise<T>,
): Promise<T> {
  const { actor, token } = caller;
  const run = async (transaction: Database, current: Person | null): Promise<T> => {
    const seenBy = { actor: current, token };
    // The sender's access does not depend on the agent's office.
    const isSender = (await requireSide(transaction, id, seenBy)).side === 'sender';
    if (isSender) await lockInquiry(transaction, id);
    else await lockInquiryAndAgent(transaction, id);
    const { row, side } = await requireSide(transaction, id, seenBy);
    if (side === 'admin' || isSender !== (side === 'sender')) throw notFound('Inquiry not found.');
    return change(transaction, row, side);
  };
  return actor === null
    ? inTransaction(db, null, (transaction) => run(transaction, null))
    : inActorTransaction(db, actor, run);
}
