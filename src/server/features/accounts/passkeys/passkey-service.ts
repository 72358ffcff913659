/** Manages passkeys and signs users in with them (docs/product/account-security.md, Passkeys). */

import { MAX_PASSKEYS } from '#shared/limits.ts';
import type { AuthResponse } from '#shared/schemas/auth.ts';
import type {
  PasskeyAssertion,
  PasskeyForm,
  PasskeyOptions,
} from '#shared/schemas/security/passkey.ts';
import type { Passkey } from '#shared/schemas/security/two-factor.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import { AppError, notFound, unauthenticated } from '../../../errors/app-error.ts';
import type { Requester } from '../../../concurrency/fair-slots.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { toProfile } from '../../users/user-serializer.ts';
import { type AccountRow, findAccount } from '../account-repository.ts';
import type { Attempts } from '../attempts.ts';
import type { AuthLimits } from '../auth-limits.ts';
import { addAccountChangeMail } from '../changed-mail.ts';
import type { CheckOwnPassword } from '../own-password.ts';
import { openSession } from '../sessions/open-session.ts';
import type { RequestOrigin } from '../sessions/request-origin.ts';
import { deleteExpired, findSessionStart, lockForSignIn } from '../sessions/session-repository.ts';
import {
  checkAssertion,
  checkRegistration,
  createRegistrationOptions,
  createSignInOptions,
  readChallenge,
} from './passkey-checks.ts';
import {
  consumeChallenge,
  deletePasskey,
  findPasskey,
  findPasskeysOf,
  insertPasskey,
  storeChallenge,
  recordUse,
  type PasskeyRow,
} from './passkey-repository.ts';

/** The time after a sign-in during which the current password is not required. */
const FRESH_SIGN_IN_MS = 10 * 60 * 1000;

export type PasskeyService = ReturnType<typeof createPasskeyService>;

export function createPasskeyService(options: {
  db: Database;
  attempts: Attempts;
  limits: AuthLimits;
  checkOwnPassword: CheckOwnPassword;
  publicUrl: () => string;
  siteName: () => Promise<string>;
  now: () => Date;
}) {
  const { db, attempts, limits, checkOwnPassword, publicUrl, siteName, now } = options;

  async function requireFreshCheck(actor: SignedIn, currentPassword: string | undefined) {
    if (currentPassword !== undefined) {
      await checkOwnPassword(actor, currentPassword);
      return;
    }
    const start = await findSessionStart(db, actor.tokenHash);
    if (start === undefined) throw unauthenticated();
    if (now().getTime() - start.getTime() > FRESH_SIGN_IN_MS) {
      throw new AppError('FRESH_CHECK_REQUIRED', 'Please enter your current password.');
    }
  }

  /** @returns null if the response is invalid, or its account is unknown or cannot sign in */
  async function signIn(
    response: PasskeyAssertion,
    from: { origin: RequestOrigin; isDemoAllowed: boolean },
  ): Promise<AuthResponse | null> {
    const challenge = readChallenge(response.response.clientDataJSON);
    if (challenge === null || !(await consumeChallenge(db, challenge, null, now()))) return null;
    const passkey = await findPasskey(db, Buffer.from(response.id, 'base64url'));
    if (passkey === undefined) return null;
    const counter = await checkAssertion(publicUrl(), response, challenge, passkey);
    const account = await findAccount(db, passkey.user_id);
    if (counter === null || account === undefined) return null;
    if (account.is_demo && !from.isDemoAllowed) return null;
    const token = await openVerifiedSession({ account, passkey, counter, origin: from.origin });
    return token === null ? null : { ...toProfile(account), token };
  }

  async function openVerifiedSession(verified: {
    account: AccountRow;
    passkey: PasskeyRow;
    counter: number;
    origin: RequestOrigin;
  }): Promise<string | null> {
    const { account, passkey, counter, origin } = verified;
    const credentials = { id: account.id, passwordHash: account.password_hash };
    return inTransaction(db, null, async (transaction) => {
      if (!(await lockForSignIn(transaction, credentials))) return null;
      if (!(await recordUse(transaction, passkey, counter, now()))) return null;
      return openSession(transaction, credentials, { origin, now: now(), passkeyId: passkey.id });
    });
  }

  return {
    /**
     * @param clientKey the client's rate limit key
     * @throws AppError TOO_MANY_REQUESTS
     */
    async createSignInOptions(clientKey: string): Promise<PasskeyOptions> {
      await limits.passkeyChallengesPerIp.consume(clientKey);
      const signInOptions = await createSignInOptions(publicUrl());
      await storeChallenge(db, signInOptions.challenge, null, now());
      await deleteExpired(db, now());
      return signInOptions;
    },

    /**
     * Opens a session; a passkey counts as both factors.
     *
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS
     */
    async signIn(
      response: PasskeyAssertion,
      from: {
        clientKey: string;
        requester: Requester;
        origin: RequestOrigin;
        isDemoAllowed: boolean;
      },
    ): Promise<AuthResponse> {
      const counters = [{ limiter: limits.failuresPerIp, key: from.clientKey }];
      const result = await attempts(from.requester, counters, () => signIn(response, from));
      if (result === null) {
        throw new AppError('INVALID_CREDENTIALS', 'That passkey did not work. Please try again.');
      }
      return result;
    },

    /**
     * Creates the options for adding a passkey.
     *
     * @param currentPassword required if the sign-in is not recent
     * @throws AppError FRESH_CHECK_REQUIRED, WRONG_PASSWORD, TOO_MANY_REQUESTS, CONFLICT if the account
     *   already has `MAX_PASSKEYS`
     */
    async createOptions(
      actor: SignedIn,
      currentPassword: string | undefined,
    ): Promise<PasskeyOptions> {
      await requireFreshCheck(actor, currentPassword);
      await limits.passkeyChallengesPerAccount.consume(actor._id);
      const existing = await findPasskeysOf(db, actor._id);
      if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError();
      const account = { id: actor._id, email: actor.email, name: actor.name };
      const registrationOptions = await createRegistrationOptions(
        publicUrl(),
        await siteName(),
        account,
        existing,
      );
      await inActorTransaction(db, actor, (transaction) =>
        storeChallenge(transaction, registrationOptions.challenge, actor._id, now()),
      );
      return registrationOptions;
    },

    /** @throws AppError BAD_REQUEST for an invalid response, CONFLICT if the account already has `MAX_PASSKEYS`, or if the passkey has already been added */
    async add(actor: SignedIn, { name, response }: PasskeyForm): Promise<Passkey> {
      const challenge = readChallenge(response.response.clientDataJSON);
      const isClaimed =
        challenge !== null &&
        (await inActorTransaction(db, actor, (transaction) =>
          consumeChallenge(transaction, challenge, actor._id, now()),
        ));
      if (!isClaimed) throw notVerifiedError();
      const credential = await checkRegistration(publicUrl(), response, challenge);
      if (credential === null) throw notVerifiedError();
      const passkey = await inActorTransaction(db, actor, async (transaction) => {
        const existing = await findPasskeysOf(transaction, actor._id);
        if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError();
        await addAccountChangeMail(transaction, {
          change: 'passkey',
          userId: actor._id,
          now: now(),
        });
        return insertPasskey(transaction, {
          user_id: actor._id,
          credential_id: Buffer.from(credential.id, 'base64url'),
          public_key: Buffer.from(credential.publicKey),
          counter: String(credential.counter),
          transports: response.response.transports ?? [],
          name,
          created_at: now(),
        });
      });
      return toPasskey(passkey);
    },

    /** @throws AppError NOT_FOUND if the user has no such passkey */
    async remove(actor: SignedIn, id: string): Promise<void> {
      const isRemoved = await inActorTransaction(db, actor, (transaction) =>
        deletePasskey(transaction, actor._id, id),
      );
      if (!isRemoved) throw notFound('Passkey not found.');
    },
  };
}

/** Converts a passkey to its response format. */
export function toPasskey(row: PasskeyRow): Passkey {
  return {
    _id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

const notVerifiedError = () =>
  new AppError('BAD_REQUEST', 'The passkey could not be verified. Please try again.');

const tooManyPasskeysError = () =>
  new AppError(
    'CONFLICT',
    `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
  );
