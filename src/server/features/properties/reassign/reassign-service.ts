/** Moves listings to another agent (docs/product/offices.md, Reassigning). */

import { countOf } from '#shared/format/numbers.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { type Actor, can } from '#shared/permissions.ts';
import type { Reassign, Reassigned } from '#shared/schemas/offices/reassign.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { forbidden, notFound, validationFailed } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { recordListingsAudit } from '../../audit/audit-service.ts';
import { reassignInquiries } from '../../inquiries/assign-service.ts';
import { addNotification } from '../../notifications/notification-service.ts';
import { reassignTours } from '../../tours/tour-reassign-service.ts';
import {
  findAgentAccount,
  findAgents,
  lockListings,
  lockAgentListings,
  lockAccounts,
  type MovedListing,
  moveListings,
  type AgentAccount,
} from './reassign-repository.ts';

export function createReassignService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Moves listings to an agent, with their open inquiries and upcoming tours if requested. Moves
     * nothing if it fails.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, CONFLICT with `conflicts`
     */
    async reassign(
      actor: SignedIn,
      { propertyIds, agentId, withInquiries }: Reassign,
    ): Promise<Reassigned> {
      const ids = [...new Set(propertyIds)];
      return inActorTransaction(db, actor, async (transaction, current) => {
        const agents = await findAgents(transaction, ids);
        // Checks before locking, too: otherwise, anyone could keep others' accounts locked.
        for (const { officeId } of agents)
          if (!can(current, 'property:reassign', { officeId })) throw forbidden();
        if (agents.length === 0) throw notFound('Property not found.');
        requireAllowedAgent(current, await findAgentAccount(transaction, agentId));
        const accounts = await lockAccounts(transaction, [...agents.map(({ id }) => id), agentId]);
        const listings = await lockListings(transaction, ids);
        if (listings.length < ids.length) throw notFound('Property not found.');
        for (const { agentId: from } of listings) {
          const officeId = accounts.get(from)?.officeId ?? null;
          if (!can(current, 'property:reassign', { officeId })) throw forbidden();
        }
        const to = requireAllowedAgent(current, accounts.get(agentId));
        const moved = listings.filter(({ agentId: from }) => from !== agentId);
        await move(transaction, actor, { listings: moved, to, now: now() });
        if (!withInquiries) return { properties: moved.length, inquiries: 0, tours: 0 };
        const inquiries = await reassignInquiries(transaction, moved, agentId, now());
        const tours = await reassignTours(transaction, { homes: moved }, agentId, now());
        return { properties: moved.length, inquiries, tours };
      });
    },
  };
}

/**
 * Moves an agent's listings, inquiries, and upcoming tours to another agent, in the transaction that
 * deletes the account. The caller checks permissions.
 *
 * @throws AppError VALIDATION_FAILED, CONFLICT with `conflicts`
 */
export async function reassignAll(
  transaction: Database,
  actor: SignedIn,
  { userId, toAgentId, now }: { userId: string; toAgentId: string; now: Date },
): Promise<void> {
  const accounts = await lockAccounts(transaction, [userId, toAgentId]);
  const to = requireAgent(userId === toAgentId ? undefined : accounts.get(toAgentId), 'reassignTo');
  const listings = await lockAgentListings(transaction, userId);
  await move(transaction, actor, { listings, to, now });
  await reassignInquiries(transaction, { agentId: userId }, toAgentId, now);
  await reassignTours(transaction, { agentId: userId }, toAgentId, now);
}

/** @throws AppError VALIDATION_FAILED, FORBIDDEN */
function requireAllowedAgent(current: Actor, account: AgentAccount | undefined): AgentAccount {
  const agent = requireAgent(account);
  if (!can(current, 'property:reassign', agent))
    throw forbidden('This agent is not in your office.');
  return agent;
}

/** @throws AppError VALIDATION_FAILED */
function requireAgent(account: AgentAccount | undefined, path = 'agentId'): AgentAccount {
  if (account === undefined || account.role === 'user')
    throw validationFailed([{ path, message: 'Choose an agent.' }]);
  return account;
}

async function move(
  transaction: Database,
  actor: SignedIn,
  change: {
    listings: readonly MovedListing[];
    to: AgentAccount;
    now: Date;
  },
): Promise<void> {
  const { listings, to, now } = change;
  if (listings.length === 0) return;
  const ids = listings.map(({ id }) => id);
  await moveListings(transaction, ids, to.id, now);
  const link = pagePaths.myListings();
  const notify = async (userId: string, title: string) =>
    addNotification(transaction, { userId, kind: 'listing', title, link, createdAt: now });
  await notify(to.id, `You are now the agent for ${describeListings(listings)}`);
  const groups = Map.groupBy(listings, ({ agentId }) => agentId);
  for (const [from, moved] of groups) {
    await notify(from, `${to.name} is now the agent for ${describeListings(moved)}`);
  }
  const previousAgentIds = [...groups.keys()];
  const from = previousAgentIds.length === 1 ? previousAgentIds[0] : previousAgentIds;
  await recordListingsAudit(transaction, actor, {
    action: 'listing.reassigned',
    listings,
    changes: { agent: [from, to.id] },
    now,
  });
}

const describeListings = (listings: readonly MovedListing[]) =>
  listings.length === 1 ? (listings[0]?.title ?? '') : countOf(listings.length, 'listing');
