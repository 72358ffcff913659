import type { PolicyChanges } from '#shared/schemas/brokerage/policies.ts';
import type { Database } from '../../database/database.ts';

/**
 * Returns the stored policies.
 *
 * @param options.lock whether to block other changes until the transaction ends
 */
export async function findPolicies(
  db: Database,
  options: { lock?: boolean } = {},
): Promise<PolicyChanges> {
  if (options.lock === true) await insertPolicies(db, {});
  const query = db
    .selectFrom('policies')
    .select(['agent_sign_up', 'review', 'second_factor', 'card_area']);
  const row = await (options.lock === true ? query.forUpdate() : query).executeTakeFirst();
  return {
    agentSignUp: row?.agent_sign_up ?? undefined,
    review: row?.review ?? undefined,
    secondFactor: row?.second_factor ?? undefined,
    cardArea: row?.card_area ?? undefined,
  };
}

/** Returns whether an agent is verified. */
export async function isVerified(db: Database, agentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('verified_at')
    .where('id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined && row.verified_at !== null;
}

/** Saves the policies. The caller has locked the row. */
export async function savePolicies(transaction: Database, policies: PolicyChanges): Promise<void> {
  await transaction.updateTable('policies').set(toRow(policies)).execute();
}

/** Inserts the initial policies; changes nothing if policies are already stored. */
export async function insertPolicies(db: Database, policies: PolicyChanges): Promise<void> {
  await db
    .insertInto('policies')
    .values(toRow(policies))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const toRow = ({ agentSignUp, review, secondFactor, cardArea }: PolicyChanges) => ({
  agent_sign_up: agentSignUp ?? null,
  review: review ?? null,
  second_factor: secondFactor ?? null,
  card_area: cardArea ?? null,
});
