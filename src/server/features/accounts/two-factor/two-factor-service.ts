/** Manages second factors (docs/product/account-security.md, Second factor). */

import { can } from '#shared/permissions.ts';
import { isSecondFactorRequired } from '#shared/schemas/security/required-factor.ts';
import type {
  AccountSecurity,
  TwoFactorChangeForm,
  TwoFactorSetup,
} from '#shared/schemas/security/two-factor.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, forbidden, notFound, unauthenticated } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { addMail } from '../../../jobs/mail-job.ts';
import type { DataKey } from '../../../storage/data-key.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { readPolicies } from '../../policies/policies-service.ts';
import { findAccount } from '../account-repository.ts';
import type { Attempts } from '../attempts.ts';
import { addAccountChangeMail } from '../changed-mail.ts';
import type { AuthLimits } from '../auth-limits.ts';
import { type CheckOwnPassword, wrongPasswordError } from '../own-password.ts';
import { findPasskeysOf } from '../passkeys/passkey-repository.ts';
import { toPasskey } from '../passkeys/passkey-service.ts';
import { deleteSessionsOf } from '../sessions/session-repository.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep, toTotpUri } from './totp.ts';
import { FACTOR_REMOVED_MAIL } from './two-factor-mail.ts';
import {
  activateSetup,
  countRecoveryCodes,
  deleteTwoFactor,
  findSetupSecret,
  hasTwoFactor,
  storeSetup,
  replaceRecoveryCodes,
} from './two-factor-repository.ts';
import { invalidSecondFactorError, useCode } from './use-code.ts';

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

export function createTwoFactorService(options: {
  db: Database;
  dataKey: DataKey;
  attempts: Attempts;
  limits: AuthLimits;
  checkOwnPassword: CheckOwnPassword;
  /** The name shown in authenticator apps. */
  siteName: () => Promise<string>;
  now: () => Date;
}) {
  const { db, dataKey, attempts, limits, checkOwnPassword, now } = options;

  const changeOwn = <T>(actor: SignedIn, change: (transaction: Database) => Promise<T>) =>
    inActorTransaction(db, actor, change);

  /** Changes the user's second factor. If `change` returns null, counts a wrong code and throws. */
  async function changeWithCode<T>(
    actor: SignedIn,
    change: (transaction: Database) => Promise<T | null>,
  ): Promise<T> {
    const counters = [{ limiter: limits.codeFailuresPerOwner, key: actor._id }];
    const result = await attempts(actor.requester, counters, () => changeOwn(actor, change));
    if (result === null) throw invalidSecondFactorError();
    return result;
  }

  /** Like `changeWithCode`, but requires the current password and an active second factor. */
  async function changeWithPassword<T>(
    actor: SignedIn,
    { currentPassword, code }: TwoFactorChangeForm,
    change: (transaction: Database) => Promise<T>,
  ): Promise<T> {
    const checkedHash = await checkOwnPassword(actor, currentPassword);
    return changeWithCode(actor, async (transaction) => {
      await requirePassword(transaction, actor, checkedHash);
      if (!(await hasTwoFactor(transaction, actor._id))) throw noSecondFactorError();
      if (!(await useCode(transaction, dataKey, actor._id, { code, now: now() }))) return null;
      return change(transaction);
    });
  }

  async function issueRecoveryCodes(transaction: Database, userId: string): Promise<string[]> {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(transaction, dataKey, userId, codes);
    return codes;
  }

  return {
    async read(actor: SignedIn): Promise<AccountSecurity> {
      const passkeys = await findPasskeysOf(db, actor._id);
      return {
        twoFactor: await hasTwoFactor(db, actor._id),
        recoveryCodesLeft: await countRecoveryCodes(db, actor._id),
        passkeys: passkeys.map(toPasskey),
        isRequired: isSecondFactorRequired(await readPolicies(db), actor.role),
      };
    },

    /**
     * Starts setting up an authenticator app, which stays inactive until its first code is entered.
     *
     * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS
     */
    async setUp(actor: SignedIn, currentPassword: string): Promise<TwoFactorSetup> {
      const checkedHash = await checkOwnPassword(actor, currentPassword);
      const secret = createTotpSecret();
      await changeOwn(actor, async (transaction) => {
        await requirePassword(transaction, actor, checkedHash);
        await storeSetup(transaction, dataKey, { userId: actor._id, secret, now: now() });
      });
      const issuer = await options.siteName();
      return { secret, uri: toTotpUri(secret, { issuer, label: actor.email }) };
    },

    /**
     * Activates the app with its first code, consumes that code, ends all other sessions, and
     * notifies the user by email.
     *
     * @returns new recovery codes
     * @throws AppError CONFLICT if no app is being set up, INVALID_SECOND_FACTOR, TOO_MANY_REQUESTS
     */
    async confirm(actor: SignedIn, code: string): Promise<string[]> {
      return changeWithCode(actor, async (transaction) => {
        const secret = await findSetupSecret(transaction, dataKey, actor._id);
        if (secret === undefined) {
          throw new AppError('CONFLICT', 'Start setting up your authenticator app again.');
        }
        const step = findTotpStep(secret, code.replaceAll(' ', ''), now());
        if (step === null) return null;
        await activateSetup(transaction, actor._id, step, now());
        await addAccountChangeMail(transaction, {
          change: 'app',
          userId: actor._id,
          now: now(),
        });
        await deleteSessionsOf(transaction, actor._id, actor.tokenHash);
        return issueRecoveryCodes(transaction, actor._id);
      });
    },

    /** @throws AppError WRONG_PASSWORD, INVALID_SECOND_FACTOR, NOT_FOUND, TOO_MANY_REQUESTS */
    async replaceRecoveryCodes(actor: SignedIn, form: TwoFactorChangeForm): Promise<string[]> {
      return changeWithPassword(actor, form, (transaction) =>
        issueRecoveryCodes(transaction, actor._id),
      );
    },

    /** @throws AppError WRONG_PASSWORD, INVALID_SECOND_FACTOR, NOT_FOUND, TOO_MANY_REQUESTS */
    async remove(actor: SignedIn, form: TwoFactorChangeForm): Promise<void> {
      await changeWithPassword(actor, form, async (transaction) => {
        await addAccountChangeMail(transaction, {
          change: 'app-removed',
          userId: actor._id,
          now: now(),
        });
        return deleteTwoFactor(transaction, actor._id);
      });
    },

    /**
     * Removes another account's second factor and notifies its user by email.
     *
     * @throws AppError NOT_FOUND if the account or its second factor does not exist, FORBIDDEN,
     *   OWN_ACCOUNT
     */
    async removeForUser(actor: SignedIn, id: string): Promise<void> {
      if (id === actor._id) {
        throw new AppError('OWN_ACCOUNT', 'Remove your own second factor on your profile.');
      }
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'user:manage')) throw forbidden();
        const account = await findAccount(transaction, id, { lock: true });
        if (account === undefined) throw notFound('User not found.');
        if (!(await deleteTwoFactor(transaction, id))) throw noSecondFactorError();
        await recordAudit(transaction, actor, {
          action: 'user.second_factor_removed',
          entity: { kind: 'user', id, title: account.name },
          now: now(),
        });
        await addMail(transaction, {
          kind: FACTOR_REMOVED_MAIL,
          to: { proof: 'account', userId: id },
          author: 'site',
          cause: null,
          payload: {},
          now: now(),
        });
      });
    },
  };
}

/** Checks that the password has not changed since it was verified. */
async function requirePassword(transaction: Database, actor: SignedIn, checkedHash: string) {
  const account = await findAccount(transaction, actor._id);
  if (account === undefined) throw unauthenticated();
  if (account.password_hash !== checkedHash) throw wrongPasswordError();
}

const noSecondFactorError = () => notFound('This account has no second factor.');
