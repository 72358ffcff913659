/** Lets users list and end their sessions (docs/product/account-security.md, Sessions). */

import type { Session } from '#shared/schemas/security/session.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { deleteSessionById, deleteSessionsOf, findSessionsOf } from './session-repository.ts';

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /** Lists the user's sessions, most recently used first. */
    async list(actor: SignedIn): Promise<Session[]> {
      const rows = await findSessionsOf(db, actor._id, now());
      return rows.map((row) => ({
        _id: row.id,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: (row.last_seen_at ?? row.created_at).toISOString(),
        device: row.device ?? 'Unknown device',
        place: row.place ?? 'Unknown',
        isCurrent: row.token_hash.equals(actor.tokenHash),
      }));
    },

    /** @throws AppError NOT_FOUND if the user has no such session */
    async end(actor: SignedIn, id: string): Promise<void> {
      const isEnded = await inActorTransaction(db, actor, (transaction) =>
        deleteSessionById(transaction, actor._id, id),
      );
      if (!isEnded) throw notFound();
    },

    /** Ends all sessions except the current one. */
    async endOthers(actor: SignedIn): Promise<void> {
      await inActorTransaction(db, actor, (transaction) =>
        deleteSessionsOf(transaction, actor._id, actor.tokenHash),
      );
    },
  };
}
