import type { Database } from '../../database/database.ts';
import { readPolicies } from '../policies/policies-service.ts';
import { isVerified } from '../properties/management/publication-repository.ts';

/** Returns whether an admin must review an agent's new listings (docs/product/policies.md). */
export async function isReviewRequired(transaction: Database, agentId: string): Promise<boolean> {
  const { review } = await readPolicies(transaction);
  return review === 'all' || (review === 'unverified' && !(await isVerified(transaction, agentId)));
}
