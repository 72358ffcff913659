/** Reassigns conversations to another agent (docs/product/offices.md, Reassigning). */

import { type Actor, can } from '#shared/permissions.ts';
import type { InquiryRecord } from '#shared/schemas/inquiry.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { countSuccess } from '../../http/limits/count-success.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { announceEvent } from '../notifications/event-service.ts';
import { announceInquiry } from './announce-inquiry.ts';
import { findNewAgent, moveInquiries, type NewAgent } from './assign-repository.ts';
import { lockInquiryAndAgent, setAgent } from './inquiry-change-repository.ts';
import { notificationLinks } from './inquiry-names.ts';
import { findInquiry } from './inquiry-repository.ts';
import { toAdminRecord } from './inquiry-serializer.ts';

export type AssignService = ReturnType<typeof createAssignService>;

/** @param options.changesPerAgent limits changes because each notifies an agent and is audited */
export function createAssignService(options: {
  db: Database;
  changesPerAgent: Limiter;
  now: () => Date;
}) {
  const { db, changesPerAgent, now } = options;
  return {
    /**
     * Reassigns a conversation. Afterward, the previous agent can no longer read it or reply, unless they
     * manage the new agent's office or are an admin, who can only read it.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, TOO_MANY_REQUESTS, CONFLICT if the new
     *   agent asked the question
     */
    async assign(actor: SignedIn, id: string, agentId: string): Promise<InquiryRecord> {
      const assign = async (transaction: Database, current: NonNullable<Actor>) => {
        // Checks before locking, too: otherwise, anyone could keep others' accounts locked.
        await requireAssignable(transaction, current, id);
        requireAllowedAgent(current, await findNewAgent(transaction, agentId));
        const newAgent = await findNewAgent(transaction, agentId, { lock: true });
        await lockInquiryAndAgent(transaction, id);
        const row = await requireAssignable(transaction, current, id);
        const { agent_id: previousAgentId } = row;
        requireAllowedAgent(current, newAgent);
        if (row.sender_id === agentId)
          throw new AppError('CONFLICT', 'This agent asked the question.');
        if (previousAgentId === agentId) return toAdminRecord(row);
        await setAgent(transaction, id, agentId);
        await recordAudit(transaction, actor, {
          action: 'inquiry.assigned',
          entity: { kind: 'inquiry', id, title: row.title },
          changes: { agent: [previousAgentId, agentId] },
          now: now(),
        });
        await addNotification(transaction, {
          userId: agentId,
          kind: 'inquiry',
          title: `${row.name} wrote about ${row.title}`,
          link: notificationLinks(id).agent,
          createdAt: now(),
        });
        await announceInquiry(transaction, id, now());
        if (previousAgentId !== null) {
          const event = { userIds: [previousAgentId], kind: 'inquiry', data: { _id: id } } as const;
          await announceEvent(transaction, { ...event, createdAt: now() });
        }
        const after = await findInquiry(transaction, id);
        if (after === undefined) throw notFound('Inquiry not found.');
        return toAdminRecord(after);
      };
      return countSuccess(changesPerAgent, actor._id, () => inActorTransaction(db, actor, assign));
    },
  };
}

/** @throws AppError NOT_FOUND, or FORBIDDEN for the conversation's own agent, who knows that it exists */
async function requireAssignable(transaction: Database, current: Actor, id: string) {
  const row = await findInquiry(transaction, id);
  if (row === undefined) throw notFound('Inquiry not found.');
  const { agent_id: agentId, office_id: officeId, sender_id: senderId } = row;
  if (can(current, 'inquiry:assign', { officeId })) {
    // The response has the stage, which a manager who asked the question cannot see.
    if (senderId === current?._id && current.role !== 'admin') throw forbidden();
    return row;
  }
  throw can(current, 'inquiry:answer', { agentId, officeId })
    ? forbidden()
    : notFound('Inquiry not found.');
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN */
function requireAllowedAgent(current: Actor, agent: NewAgent | undefined): void {
  if (agent === undefined || agent.role === 'user')
    throw validationFailed([{ path: 'agentId', message: 'Choose an agent.' }]);
  if (!can(current, 'inquiry:assign', { officeId: agent.officeId }))
    throw forbidden('This agent is not in your office.');
}

/**
 * Moves inquiries to another agent: either the open inquiries about the given listings, unless they are
 * assigned to someone other than the listings' previous agents, or all inquiries of one agent.
 * Questions that the new agent asked do not move. One event is enough for the new agent's client to
 * refetch the list.
 *
 * @param selection listings with their previous agents, or one agent
 * @returns the number of moved inquiries
 */
export async function reassignInquiries(
  transaction: Database,
  selection: readonly { id: string; agentId: string }[] | { agentId: string },
  toAgentId: string,
  now: Date,
): Promise<number> {
  const ids = await moveInquiries(transaction, selection, toAgentId);
  const [firstId] = ids;
  if (firstId !== undefined) await announceInquiry(transaction, firstId, now, ['agent']);
  return ids.length;
}
