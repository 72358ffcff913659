import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';

/**
 * Runs a change in the name of a signed-in user, or of a visitor without an account.
 *
 * @param change is given who is signed in, with the role that they have now
 * @throws AppError UNAUTHENTICATED when the session has ended meanwhile
 */
export async function inTransactionOf<T>(
  db: Database,
  actor: SignedIn | undefined,
  change: (transaction: Database, current: SignedIn | undefined) => Promise<T>,
): Promise<T> {
  if (actor === undefined)
    return inTransaction(db, null, async (transaction) => change(transaction, undefined));
  return inActorTransaction(db, actor, async (transaction, { role }) =>
    change(transaction, { ...actor, role }),
  );
}
