/** Policies, which admins can change (docs/product/policies.md). */

import { type Actor, can } from '#shared/permissions.ts';
import type { PolicyChanges } from '#shared/schemas/brokerage/policies.ts';
import {
  DEFAULT_POLICIES,
  type Policies,
  type PolicyName,
} from '#shared/schemas/brokerage/policy-values.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { forbidden } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { announceStreamCheck } from '../notifications/event-service.ts';
import { findPolicies, insertPolicies, isVerified, savePolicies } from './policies-repository.ts';

/** Returns the current policies, uncached. Call it in the transaction that depends on them. */
export async function readPolicies(db: Database): Promise<Policies> {
  return withDefaults(await findPolicies(db));
}

/**
 * Returns whether a listing needs an admin's review. Admins publish without a review.
 *
 * @param actor the account that publishes the listing
 * @param agentId the listing's agent
 */
export async function needsReview(
  transaction: Database,
  actor: NonNullable<Actor>,
  agentId: string,
): Promise<boolean> {
  if (actor.role === 'admin') return false;
  const { review } = await readPolicies(transaction);
  return review === 'all' || (review === 'unverified' && !(await isVerified(transaction, agentId)));
}

/** Returns the policies set by an admin, or by a setting at the first start. */
export async function readExplicitPolicies(db: Database): Promise<PolicyChanges> {
  return findPolicies(db);
}

/** Stores the policies from the settings of the first start (README.md, Settings: CARD_AREA). */
export async function setInitialPolicies(db: Database, policies: PolicyChanges): Promise<void> {
  await insertPolicies(db, policies);
}

export function createPoliciesService({ db, now }: { db: Database; now: () => Date }) {
  return {
    read: async (): Promise<Policies> => readPolicies(db),

    /** Changes the sent policies. Absent policies stay unchanged. @throws AppError FORBIDDEN */
    async change(actor: SignedIn, changes: PolicyChanges): Promise<Policies> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'policy:manage')) throw forbidden();
        const before = await findPolicies(transaction, { lock: true });
        const updatedPolicies = { ...before, ...changes };
        await savePolicies(transaction, updatedPolicies);
        // Closes the streams of accounts that must now set up a second factor.
        await announceStreamCheck(transaction);
        const after = withDefaults(updatedPolicies);
        const changedPolicies = findDifferences(withDefaults(before), after);
        if (Object.keys(changedPolicies).length > 0) {
          await recordAudit(transaction, actor, {
            action: 'policy.changed',
            entity: { kind: 'policy', id: null, title: 'Policies' },
            changes: changedPolicies,
            now: now(),
          });
        }
        return after;
      });
    },
  };
}

/** Returns the old and new values of changed policies, for the audit log. */
function findDifferences(before: Policies, after: Policies): Record<string, [string, string]> {
  const names = Object.keys(DEFAULT_POLICIES) as PolicyName[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]]]),
  );
}

const withDefaults = (stored: PolicyChanges): Policies => ({
  agentSignUp: stored.agentSignUp ?? DEFAULT_POLICIES.agentSignUp,
  review: stored.review ?? DEFAULT_POLICIES.review,
  secondFactor: stored.secondFactor ?? DEFAULT_POLICIES.secondFactor,
  cardArea: stored.cardArea ?? DEFAULT_POLICIES.cardArea,
});
