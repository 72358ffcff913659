import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';

/**
 * Runs a change for a signed-in user, or for a visitor without an account.
 *
 * @param change receives the signed-in user with their current role, and without their
 *   office if it has changed
 * @throws AppError UNAUTHENTICATED if the session has ended
 */
export async function inCallerTransaction<T>(
  db: Database,
  actor: SignedIn | undefined,
  change: (transaction: Database, current: SignedIn | undefined) => Promise<T>,
): Promise<T> {
  if (actor === undefined)
    return inTransaction(db, null, async (transaction) => change(transaction, undefined));
  return inActorTransaction(db, actor, async (transaction, { role, office, officeRole = null }) => {
    const isInOffice = office?._id === actor.office?._id;
    const membership = isInOffice ? { officeRole } : { office: null, officeRole: null };
    return change(transaction, { ...actor, role, ...membership });
  });
}
