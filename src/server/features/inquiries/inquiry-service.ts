/** Manages conversations about homes (docs/product/inquiries.md). */

import { agentWithInquiryAccess, can } from '#shared/permissions.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type {
  Inquiry,
  InquiryChange,
  InquiryFilter,
  InquiryMessage,
  ListedInquiry,
  InquirySummary,
} from '#shared/schemas/inquiry.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { requireManagedOffice } from '../../http/endpoints/managed-office.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import { type Slice, toSlice } from '../../http/endpoints/paging.ts';
import { hashToken, type SignedIn } from '../../http/endpoints/authentication.ts';
import type { Once } from '../../http/endpoints/idempotency.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { markProvenForInquiry } from '../../jobs/mail-proof-repository.ts';
import { announceInquiry } from './announce-inquiry.ts';
import {
  changeAsSide,
  type InquiryCaller,
  isOnlySender,
  readConversation,
  requireSide,
} from './inquiry-access.ts';
import {
  deleteInquiries,
  type EraseTours,
  insertAdminRead,
  insertMessage,
  lockForNewMessage,
  lockInquiryAndAgent,
  setRead,
  updateInquiry,
  wasMailedToSender,
} from './inquiry-change-repository.ts';
import { recordAudit, recordRead } from '../audit/audit-service.ts';
import { generateInquiryCsv } from './inquiry-csv.ts';
import {
  countUnread,
  findAdminReads,
  findInquiries,
  findInquiriesById,
  findInquiry,
  findInquiryIds,
  findLastMessages,
  findMessage,
  findOldestUnanswered,
  isHomeOfAgent,
  type InquiryRow,
  type InquiryScope,
} from './inquiry-repository.ts';
import { toListedInquiry, toMessage, toSummary, type Viewer } from './inquiry-serializer.ts';
import { notifySender, notifyAgent } from './mail/notify-of-message.ts';
import { setReminder } from './mail/inquiry-reminder.ts';
import { type CountMessage, sideOf } from './open-inquiry-service.ts';

/** The maximum number of rows in an export. */
const MAX_EXPORT_ROWS = 10_000;

type WithScope = { scope: 'own' | 'office' };

export type InquiryService = ReturnType<typeof createInquiryService>;

export function createInquiryService(options: {
  db: Database;
  countMessage: CountMessage;
  changesPerAgent: Limiter;
  exportsPerAccount: Limiter;
  eraseTours: EraseTours;
  now: () => Date;
}) {
  const { db, countMessage, changesPerAgent, exportsPerAccount, eraseTours, now } = options;

  async function read(connection: Database, id: string, viewer: Viewer): Promise<Inquiry> {
    const row = await findInquiry(connection, id);
    if (row === undefined) throw notFound('Inquiry not found.');
    return readConversation(connection, row, viewer);
  }

  async function list(
    scope: InquiryScope,
    filter: InquiryFilter,
    slice: Slice,
    viewerOf: (row: InquiryRow) => Viewer,
  ) {
    const { rows, total } = await findInquiries(db, scope, filter, slice);
    return { inquiries: await summarize(rows, viewerOf), total };
  }

  async function summarize(
    rows: readonly InquiryRow[],
    viewerOf: (row: InquiryRow) => Viewer,
  ): Promise<InquirySummary[]> {
    const ids = rows.map(({ id }) => id);
    const messages = await findLastMessages(db, ids);
    const adminReads = await findAdminReads(db, ids);
    const lastMessages = new Map(messages.map((message) => [message.inquiry_id, message]));
    return rows.map((row) => toSummary(row, lastMessages.get(row.id), adminReads, viewerOf(row)));
  }

  return {
    /** Lists the agent's inquiries, or those of the office they manage. @throws AppError FORBIDDEN */
    async listForAgent(
      actor: SignedIn,
      { scope: requestedScope, ...query }: PageQuery & InquiryFilter & WithScope,
    ): Promise<{ inquiries: InquirySummary[]; total: number; unread: number }> {
      const scope = toScope(actor, requestedScope);
      const page = await list(scope, query, toSlice(query), createViewerOf(actor));
      return { ...page, unread: await countUnread(db, scope) };
    },

    /** Lists inquiries sent from an account. */
    async listForSender(
      senderId: string,
      query: PageQuery,
    ): Promise<{ inquiries: InquirySummary[]; total: number }> {
      return list({ senderId }, {}, toSlice(query), () => 'sender');
    },

    /** Lists all inquiries, for admins. */
    async listAll(
      query: PageQuery & InquiryFilter,
    ): Promise<{ inquiries: ListedInquiry[]; total: number }> {
      const { rows, total } = await findInquiries(db, 'all', query, toSlice(query));
      const unansweredSince = await findOldestUnanswered(
        db,
        rows.map(({ id }) => id),
      );
      const inquiries = rows.map((row) => toListedInquiry(row, unansweredSince.get(row.id)));
      return { inquiries, total };
    },

    /**
     * Exports the inquiries of `listForAgent` as CSV in parts and records the export.
     *
     * @throws AppError FORBIDDEN, TOO_MANY_REQUESTS
     */
    async export(
      actor: SignedIn,
      { scope: requestedScope, ...filter }: InquiryFilter & WithScope,
    ): Promise<AsyncGenerator<string, void>> {
      const scope = toScope(actor, requestedScope);
      await exportsPerAccount.consume(actor._id);
      // All IDs are read first because an inquiry with a new message changes its position.
      const ids = await findInquiryIds(db, scope, filter, MAX_EXPORT_ROWS);
      // Not `inActorTransaction`: a read must not wait for the account's changes while it holds a slot.
      await recordRead(db, actor, {
        action: 'inquiry.exported',
        entity: { kind: 'inquiry', id: null, title: 'Inquiries' },
        changes: { inquiries: [null, ids.length] },
        now: now(),
      });
      return generateInquiryCsv(ids, async (batch) =>
        summarize(await findInquiriesById(db, scope, batch), createViewerOf(actor)),
      );
    },

    /**
     * Returns an inquiry to one of its sides, or to an admin, whose read is recorded.
     *
     * @throws AppError UNAUTHENTICATED, NOT_FOUND
     */
    async get(id: string, caller: InquiryCaller): Promise<Inquiry> {
      const { row, side } = await requireSide(db, id, caller);
      const { actor } = caller;
      if (side !== 'admin' || actor === null) return read(db, id, side);
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'inquiry:manage')) throw notFound('Inquiry not found.');
        await insertAdminRead(transaction, id, current._id, now());
        await recordAudit(transaction, actor, {
          action: 'inquiry.read',
          entity: { kind: 'inquiry', id, title: row.title },
          now: now(),
        });
        await announceInquiry(transaction, id, now(), ['agent']);
        return read(transaction, id, side);
      });
    },

    /**
     * Adds a message from one of the two sides.
     *
     * @param clientKey the client's rate limit key
     * @throws AppError UNAUTHENTICATED, NOT_FOUND, CONFLICT, TOO_MANY_REQUESTS
     */
    async answer(
      id: string,
      caller: InquiryCaller,
      text: string,
      clientKey: string,
      once: Once,
    ): Promise<InquiryMessage> {
      const { side: callerSide } = await requireSide(db, id, caller);
      const create = once.wrapCreate(
        async (transaction, row: InquiryRow, side: 'agent' | 'sender') => {
          if (!(await lockForNewMessage(transaction, id))) throw conversationFullError();
          const isFromAgent = side === 'agent';
          if (!isFromAgent && (await hasNoReader(transaction, row))) throw noReaderError();
          if (!isFromAgent) await markSenderProven(transaction, row, caller.token);
          const authorId = isFromAgent ? (caller.actor?._id ?? null) : null;
          const message = { inquiryId: id, isFromAgent, authorId, text, now: now() };
          const messageId = await insertMessage(transaction, message);
          const notice = { row, messageId, now: now() };
          await (isFromAgent
            ? notifySender(transaction, notice, caller.actor)
            : notifyAgent(transaction, notice));
          await announceInquiry(transaction, id, now());
          const newMessage = await findMessage(transaction, messageId);
          if (newMessage === undefined) throw notFound('Inquiry not found.');
          return toMessage(newMessage);
        },
      );
      const accountId = caller.actor?._id ?? null;
      return countMessage({ accountId, clientKey, side: sideOf(callerSide, id) }, () =>
        changeAsSide(db, id, caller, create),
      );
    },

    /**
     * Marks an inquiry as read by the caller's side, except if the caller is only its agent's manager.
     *
     * @throws AppError UNAUTHENTICATED, NOT_FOUND
     */
    async markRead(id: string, caller: InquiryCaller): Promise<void> {
      await changeAsSide(db, id, caller, async (transaction, row, side) => {
        const isRead = side === 'agent' ? row.is_read_by_agent : row.is_read_by_sender;
        // The inquiry stays unread for its agent if a manager reads it.
        const isManager = side === 'agent' && row.agent_id !== caller.actor?._id;
        if (!isRead && !isManager) {
          await setRead(transaction, id, side);
          await announceInquiry(transaction, id, now(), [side]);
        }
      });
    },

    /**
     * Changes an inquiry's stage, note, or reminder. The caller must be on the agent's side.
     *
     * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
     */
    async change(id: string, actor: SignedIn, change: InquiryChange): Promise<void> {
      await countSuccess(changesPerAgent, actor._id, () =>
        changeAsSide(db, id, { actor, token: undefined }, async (transaction, row, side) => {
          if (side !== 'agent') throw notFound('Inquiry not found.');
          const { stage, note, remindAt } = change;
          await updateInquiry(transaction, id, {
            ...(stage === undefined ? {} : { stage }),
            ...(note === undefined ? {} : { note }),
          });
          if (remindAt !== undefined) {
            await setReminder(transaction, row, remindAt === null ? null : new Date(remindAt));
          }
          await announceInquiry(transaction, id, now(), ['agent']);
        }),
      );
    },

    /** Deletes an inquiry and all copies of its data. @throws AppError FORBIDDEN, NOT_FOUND */
    async delete(id: string, actor: SignedIn): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'inquiry:manage')) throw forbidden();
        await lockInquiryAndAgent(transaction, id);
        const row = await findInquiry(transaction, id);
        if (row === undefined) throw notFound('Inquiry not found.');
        await deleteInquiries(transaction, [id], { eraseTours, now: now() });
        await recordAudit(transaction, actor, {
          action: 'inquiry.deleted',
          entity: { kind: 'inquiry', id, title: row.title },
          now: now(),
        });
      });
    },
  };
}

/**
 * Selects the agent's own inquiries, or those of the office they manage.
 *
 * @throws AppError FORBIDDEN
 */
const toScope = (actor: SignedIn, scope: WithScope['scope']): InquiryScope =>
  scope === 'own'
    ? { agentId: actor._id }
    : { officeId: requireManagedOffice(actor), managerId: actor._id };

/** Creates a function that returns an agent's or manager's side of an inquiry in `toScope`'s scope. */
const createViewerOf =
  ({ _id: userId }: SignedIn) =>
  (row: InquiryRow): Viewer =>
    isOnlySender(row, userId) ? 'sender' : 'agent';

/** Marks the sender's address as proven for this conversation if they answer through an emailed link. */
async function markSenderProven(
  transaction: Database,
  { id, email }: InquiryRow,
  token: string | undefined,
): Promise<void> {
  if (token === undefined || email === null) return;
  if (await wasMailedToSender(transaction, id, hashToken(token)))
    await markProvenForInquiry(transaction, { inquiryId: id, address: email });
}

/**
 * Returns whether no one would read a message to the agent: the account was deleted, or its owner is
 * now a user and no longer has the home (docs/product/inquiries.md, Access).
 */
async function hasNoReader(transaction: Database, row: InquiryRow): Promise<boolean> {
  if (agentWithInquiryAccess(row.agent_id, row.agent_role) !== null) return false;
  return row.agent_id === null || !(await isHomeOfAgent(transaction, row.id));
}

const noReaderError = () =>
  new AppError(
    'CONFLICT',
    'The agent in this conversation can no longer reply. If the home is still listed, you can ask again on its page.',
  );

const conversationFullError = () =>
  new AppError(
    'CONFLICT',
    'This conversation has reached its maximum length. A new question about the home starts a new one.',
  );
