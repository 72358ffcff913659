/** Verifies agents, by an admin or by the license list (docs/product/verified-agents.md). */

import { can } from '#shared/permissions.ts';
import type { VerificationChange } from '#shared/schemas/agent-verification.ts';
import type { User } from '#shared/schemas/user.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { readUser } from '../users/user-admin-service.ts';
import { readLicenseList, type RefusedRow } from './license-list.ts';
import { clearLicenses, insertLicenses } from './license-repository.ts';
import {
  endExpired,
  endListed,
  endVerification,
  findMatches,
  findVerified,
  lockMatching,
  verifyByHand,
  verifyMatches,
} from './verification-repository.ts';

/** The outcome of a license list. */
export type LicenseListResult = {
  rows: number;
  refused: RefusedRow[];
  verified: number;
  lapsed: number;
};

/** The audit log's actor for expired verifications. */
const CLOCK: AuditActor = { name: 'Doorstep' };

/** Returns the UTC day of a time. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

export function createVerificationService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Verifies an account by hand, or ends its verification.
     *
     * @throws AppError NOT_FOUND, VALIDATION_FAILED for a day that is not in the future
     */
    async set(actor: SignedIn, userId: string, change: VerificationChange): Promise<User> {
      const { isVerified, expiresOn = null, note = null } = change;
      if (isVerified && expiresOn !== null && expiresOn <= dayOf(now())) {
        throw validationFailed([{ path: 'expiresOn', message: 'This day must be in the future.' }]);
      }
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'user:manage')) throw forbidden();
        const before = await findVerified(transaction, userId);
        if (before === undefined) throw notFound('User not found.');
        if (isVerified) await verifyByHand(transaction, userId, { expiresOn, note, now: now() });
        else await endVerification(transaction, userId);
        if (isVerified || before.isVerified) {
          await recordChange(transaction, actor, {
            account: { id: userId, name: before.name },
            changes: {
              isVerified: [before.isVerified, isVerified],
              ...(expiresOn === null ? {} : { expiresOn: [null, expiresOn] as const }),
            },
            now: now(),
          });
        }
        return readUser(transaction, userId);
      });
    },

    /**
     * Replaces the license list with a file, and compares every account with it.
     *
     * @param path of the file
     * @param signal aborted when the change must not be made anymore
     * @throws AppError VALIDATION_FAILED; then nothing is changed
     */
    async replaceList(
      actor: SignedIn,
      path: string,
      signal: AbortSignal,
    ): Promise<LicenseListResult> {
      let rowsBefore = 0;
      let read: Awaited<ReturnType<typeof readLicenseList>> = { rows: 0, refused: [] };
      return inActorTransaction(
        db,
        actor,
        async (transaction, current) => {
          if (!can(current, 'license:manage')) throw forbidden();
          const { verified, lapsed } = await compareAll(transaction, actor);
          await recordAudit(transaction, actor, {
            action: 'license_list.replaced',
            entity: { kind: 'license_list', id: null, title: 'License list' },
            changes: { rows: [rowsBefore, read.rows] },
            now: now(),
          });
          return { ...read, verified, lapsed };
        },
        {
          // Before accounts are locked, since reading the file takes a while.
          before: async (transaction) => {
            rowsBefore = await clearLicenses(transaction);
            read = await readLicenseList(path, async (rows) => {
              signal.throwIfAborted();
              await insertLicenses(transaction, rows);
            });
            await lockMatching(transaction);
          },
        },
      );
    },

    /** Ends verifications on their expiration date. */
    async lapse(): Promise<void> {
      await inTransaction(db, null, async (transaction) => {
        const ended = await endExpired(transaction, dayOf(now()));
        for (const account of ended) {
          await recordChange(transaction, CLOCK, {
            account,
            changes: { isVerified: [true, false] },
            now: now(),
          });
        }
      });
    },
  };

  async function compareAll(
    transaction: Database,
    actor: SignedIn,
  ): Promise<{ verified: number; lapsed: number }> {
    const matched = await findMatches(transaction, dayOf(now()));
    const ended = await endListed(
      transaction,
      matched.map(({ id }) => id),
    );
    await verifyMatches(transaction, matched, now());
    for (const account of matched.filter(({ verifiedBy }) => verifiedBy === null)) {
      const changes = { isVerified: [false, true] as const };
      await recordChange(transaction, actor, { account, changes, now: now() });
    }
    for (const account of ended) {
      const changes = { isVerified: [true, false] as const };
      await recordChange(transaction, actor, { account, changes, now: now() });
    }
    return { verified: matched.length, lapsed: ended.length };
  }
}

/** Blocks new lists until the transaction ends; call it before accounts are locked. */
export async function holdLicenseList(transaction: Database): Promise<void> {
  await lockMatching(transaction);
}

/**
 * Updates the verification after a profile change: a new name or license ends it, and a sent
 * license is compared with the list. The caller has called `holdLicenseList`.
 */
export async function verifyAgain(
  transaction: Database,
  actor: SignedIn,
  { isChanged, hasLicense, now }: { isChanged: boolean; hasLicense: boolean; now: Date },
): Promise<void> {
  if (!isChanged && !hasLicense) return;
  const account = await findVerified(transaction, actor._id);
  if (account === undefined) return;
  const { isVerified: wasVerified } = account;
  if (wasVerified && isChanged) await endVerification(transaction, actor._id);
  const remainsVerified = wasVerified && !isChanged;
  const matched =
    hasLicense && !remainsVerified ? await findMatches(transaction, dayOf(now), actor._id) : [];
  await verifyMatches(transaction, matched, now);
  const isVerified = remainsVerified || matched.length > 0;
  if (wasVerified === isVerified) return;
  const changes = { isVerified: [wasVerified, isVerified] as const };
  await recordChange(transaction, actor, {
    account: { id: actor._id, name: account.name },
    changes,
    now,
  });
}

async function recordChange(
  transaction: Database,
  actor: AuditActor,
  {
    account,
    changes,
    now,
  }: {
    account: { id: string; name: string };
    changes: Record<string, readonly [unknown, unknown]>;
    now: Date;
  },
): Promise<void> {
  await recordAudit(transaction, actor, {
    action: 'user.verification_changed',
    entity: { kind: 'user', id: account.id, title: account.name },
    changes,
    now,
  });
}
