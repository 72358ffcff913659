/** Verification of agents by an admin or the license list (docs/product/verified-agents.md). */

import { isDeepStrictEqual } from 'node:util';
import { can } from '#shared/permissions.ts';
import type { VerificationChange } from '#shared/schemas/agent-verification.ts';
import type { User } from '#shared/schemas/user.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { readUser } from '../users/user-admin-service.ts';
import { readLicenseList, type RejectedRow } from './license-list.ts';
import { clearLicenses, insertLicenses } from './license-repository.ts';
import {
  endExpiredVerifications,
  endListVerifications,
  endVerification,
  findMatches,
  type LockedVerification,
  lockVerification,
  lockMatching,
  verifyManually,
  verifyMatches,
} from './verification-repository.ts';

/** The result of replacing the license list. */
export type LicenseListResult = {
  rows: number;
  refused: RejectedRow[];
  verified: number;
  lapsed: number;
};

/** The actor of expirations in the audit log. */
const SITE_ACTOR: AuditActor = { name: 'Doorstep' };

/** Returns the UTC day of a time. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

export function createVerificationService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Verifies an account manually, or ends its verification.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED for an expiration that is not in the
     *   future, CONFLICT if the profile or its verification is no longer `before`
     */
    async set(actor: SignedIn, userId: string, change: VerificationChange): Promise<User> {
      const { isVerified, expiresOn = null, note = null } = change;
      if (isVerified && expiresOn !== null && expiresOn <= dayOf(now())) {
        throw validationFailed([
          { path: 'expiresOn', message: 'This date must be in the future.' },
        ]);
      }
      return inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'user:manage')) throw forbidden();
        const before = await lockVerification(transaction, userId);
        if (before === undefined) throw notFound('User not found.');
        requireSeen(before, change.before);
        if (isVerified) await verifyManually(transaction, userId, { expiresOn, note, now: now() });
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
     * Replaces the license list with a file, and matches every account against it.
     *
     * @param path the file's path
     * @param signal aborts the change
     * @throws AppError FORBIDDEN, VALIDATION_FAILED if the file is invalid; in these cases, nothing is
     *   changed
     */
    async replaceList(
      actor: SignedIn,
      path: string,
      signal: AbortSignal,
    ): Promise<LicenseListResult> {
      let rowsBefore = 0;
      let list: Awaited<ReturnType<typeof readLicenseList>> = { rows: 0, refused: [] };
      return inActorTransaction(
        db,
        actor,
        async (transaction, current) => {
          if (!can(current, 'license:manage')) throw forbidden();
          const { verified, lapsed } = await matchAll(transaction, actor);
          await recordAudit(transaction, actor, {
            action: 'license_list.replaced',
            entity: { kind: 'license_list', id: null, title: 'License list' },
            changes: { rows: [rowsBefore, list.rows] },
            now: now(),
          });
          return { ...list, verified, lapsed };
        },
        {
          // Runs before accounts are locked because reading the file takes a while.
          before: async (transaction) => {
            rowsBefore = await clearLicenses(transaction);
            list = await readLicenseList(path, async (rows) => {
              signal.throwIfAborted();
              await insertLicenses(transaction, rows);
            });
            await lockMatching(transaction);
          },
        },
      );
    },

    /** Ends verifications on their expiration date. */
    async endExpired(): Promise<void> {
      await inTransaction(db, null, async (transaction) => {
        const endedAccounts = await endExpiredVerifications(transaction, dayOf(now()));
        for (const account of endedAccounts) {
          await recordChange(transaction, SITE_ACTOR, {
            account,
            changes: { isVerified: [true, false] },
            now: now(),
          });
        }
      });
    },
  };

  async function matchAll(
    transaction: Database,
    actor: SignedIn,
  ): Promise<{ verified: number; lapsed: number }> {
    const matchedAccounts = await findMatches(transaction, dayOf(now()));
    const endedAccounts = await endListVerifications(
      transaction,
      matchedAccounts.map(({ id }) => id),
    );
    await verifyMatches(transaction, matchedAccounts, now());
    for (const account of matchedAccounts.filter(({ verifiedBy }) => verifiedBy === null)) {
      const changes = { isVerified: [false, true] as const };
      await recordChange(transaction, actor, { account, changes, now: now() });
    }
    for (const account of endedAccounts) {
      const changes = { isVerified: [true, false] as const };
      await recordChange(transaction, actor, { account, changes, now: now() });
    }
    return { verified: matchedAccounts.length, lapsed: endedAccounts.length };
  }
}

/** Rejects a decision by an admin who saw another name, license, or verification. */
function requireSeen(
  { name, licenseNumber, licenseState, checkedAt }: LockedVerification,
  seen: VerificationChange['before'],
): void {
  const current = {
    name,
    licenseNumber,
    licenseState,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
  if (seen !== undefined && !isDeepStrictEqual(seen, current)) {
    throw new AppError(
      'CONFLICT',
      'The profile or its verification has changed. Please check it again.',
    );
  }
}

/** Blocks new lists until the transaction ends. Call it before locking accounts. */
export async function lockLicenseList(transaction: Database): Promise<void> {
  await lockMatching(transaction);
}

/**
 * Updates the verification after a profile change. A new name or license ends it, and the license is
 * matched against the list. Call `lockLicenseList` first.
 */
export async function verifyAgain(
  transaction: Database,
  actor: SignedIn,
  { isChanged, hasLicense, now }: { isChanged: boolean; hasLicense: boolean; now: Date },
): Promise<void> {
  if (!isChanged && !hasLicense) return;
  const account = await lockVerification(transaction, actor._id);
  if (account === undefined) return;
  const { isVerified: wasVerified } = account;
  if (wasVerified && isChanged) await endVerification(transaction, actor._id);
  const remainsVerified = wasVerified && !isChanged;
  const matchedAccounts =
    hasLicense && !remainsVerified ? await findMatches(transaction, dayOf(now), actor._id) : [];
  await verifyMatches(transaction, matchedAccounts, now);
  const isVerified = remainsVerified || matchedAccounts.length > 0;
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
