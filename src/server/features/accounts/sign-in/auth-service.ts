/** Handles sign-up, sign-in, and sign-out (docs/product/accounts.md, Signing up, Signing in). */

import {
  adminRegisterFormSchema,
  type AuthResponse,
  type Login,
  registerFormSchema,
} from '#shared/schemas/auth.ts';
import { can } from '#shared/permissions.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import type { Requester } from '../../../concurrency/fair-slots.ts';
import { AppError, forbidden } from '../../../errors/app-error.ts';
import { parseOrThrow } from '../../../http/error-responses/parse.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { readPolicies } from '../../policies/policies-service.ts';
import { toProfile } from '../../users/user-serializer.ts';
import type { DataKey } from '../../../storage/data-key.ts';
import {
  type AccountRow,
  emailTakenError,
  findAccountByEmail,
  insertAccount,
} from '../account-repository.ts';
import { networkOf } from '../../../http/limits/rate-limits.ts';
import { type Attempts, countFailure, hashCounterKey } from '../attempts.ts';
import type { AuthLimits } from '../auth-limits.ts';
import type { Passwords } from '../password.ts';
import {
  createSession,
  deleteExpired,
  deleteSession,
  lockForSignIn,
} from '../sessions/session-repository.ts';
import { recordDevice } from '../sessions/device-repository.ts';
import { openSession } from '../sessions/open-session.ts';
import type { RequestOrigin } from '../sessions/request-origin.ts';
import { hasTwoFactor } from '../two-factor/two-factor-repository.ts';
import { invalidSecondFactorError, useCode } from '../two-factor/use-code.ts';

/** A client: its rate limit key, its requester in queues, and the origin of its session. */
type Client = { clientKey: string; requester: Requester; origin: RequestOrigin };

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService(options: {
  db: Database;
  dataKey: DataKey;
  passwords: Passwords;
  attempts: Attempts;
  limits: AuthLimits;
  now: () => Date;
}) {
  const { db, dataKey, passwords, attempts, limits, now } = options;

  /**
   * Builds a new account's fields. Checks the email address before hashing the password, which is
   * expensive.
   */
  async function prepareAccount<T extends { email: string; password: string }>(
    { password, ...fields }: T,
    requester: Requester,
  ) {
    if ((await findAccountByEmail(db, fields.email)) !== undefined) throw emailTakenError();
    return { ...fields, passwordHash: await passwords.hash(password, requester), now: now() };
  }

  async function signUp(
    form: unknown,
    { clientKey, requester, origin }: Client,
  ): Promise<AuthResponse> {
    const { confirmPassword: _confirmed, ...fields } = parseOrThrow(registerFormSchema, form);
    // Taken email addresses count too because the rejection reveals that an account exists.
    await limits.registrationsPerIp.consume(clientKey);
    const newAccount = await prepareAccount(fields, requester);
    const account = await inTransaction(db, null, async (transaction) => {
      const { agentSignUp } = await readPolicies(transaction);
      if (fields.role === 'user' || agentSignUp === 'open')
        return insertAccount(transaction, newAccount);
      if (agentSignUp === 'closed') throw signUpClosedError();
      return insertAccount(transaction, { ...newAccount, role: 'user', agentRequestedAt: now() });
    });
    const credentials = { id: account.id, passwordHash: account.password_hash };
    const token = await createSession(db, credentials, now(), origin);
    if (token === null) throw invalidCredentialsError();
    await recordDevice(db, { userId: account.id, device: origin.device, now: now() });
    return { ...toProfile(account), token };
  }

  /**
   * Opens a session for an account whose password was verified. Returns its token; null if the code
   * is wrong.
   *
   * @throws AppError SECOND_FACTOR_REQUIRED, INVALID_CREDENTIALS if the account was deleted or its
   *   password changed in the meantime
   */
  async function signIn(
    account: AccountRow,
    code: string | undefined,
    origin: RequestOrigin,
  ): Promise<string | null> {
    const credentials = { id: account.id, passwordHash: account.password_hash };
    return inTransaction(db, null, async (transaction) => {
      if (!(await lockForSignIn(transaction, credentials))) throw invalidCredentialsError();
      if (await hasTwoFactor(transaction, credentials.id)) {
        if (code === undefined) throw secondFactorRequiredError();
        if (!(await useCode(transaction, dataKey, credentials.id, { code, now: now() })))
          return null;
      }
      return openSession(transaction, credentials, { origin, now: now() });
    });
  }

  return {
    /**
     * Signs a user up, or creates an account for another user if the caller is an admin.
     *
     * @param form unvalidated: the schema depends on the caller
     * @throws AppError VALIDATION_FAILED, EMAIL_TAKEN, TOO_MANY_REQUESTS, FORBIDDEN if sign-up as
     *   an agent is closed, or the caller is no longer an admin
     */
    async register(form: unknown, caller: SignedIn | null, client: Client): Promise<AuthResponse> {
      if (caller === null || !can(caller, 'user:manage')) return signUp(form, client);
      const account = await prepareAccount(
        parseOrThrow(adminRegisterFormSchema, form),
        caller.requester,
      );
      return inActorTransaction(db, caller, async (transaction, current) => {
        if (!can(current, 'user:manage')) throw forbidden();
        const newAccount = await insertAccount(transaction, account);
        await recordAudit(transaction, caller, {
          action: 'user.created',
          entity: { kind: 'user', id: newAccount.id, title: newAccount.name },
          changes: { role: [null, newAccount.role] },
          now: now(),
        });
        return toProfile(newAccount);
      });
    },

    /**
     * Opens a session. Unknown email addresses, wrong passwords, and demo accounts that cannot sign
     * in all fail with the same error and after the same time, with or without a code.
     *
     * @param client.isDemoAllowed whether demo accounts can sign in from this client
     * @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, INVALID_SECOND_FACTOR, TOO_MANY_REQUESTS
     */
    async login(
      { email, password, code }: Login,
      client: Client & { isDemoAllowed: boolean },
    ): Promise<AuthResponse> {
      const { clientKey, requester, origin, isDemoAllowed } = client;
      const keyWith = (place: string) => hashCounterKey(email.toLowerCase(), place);
      const network = networkOf(clientKey);
      const counters = [
        { limiter: limits.failuresPerAccountAndIp, key: keyWith(clientKey) },
        ...(network === undefined
          ? []
          : [{ limiter: limits.failuresPerAccountAndNetwork, key: keyWith(network) }]),
        { limiter: limits.failuresPerIp, key: clientKey },
      ];
      let error = invalidCredentialsError();
      const response = await attempts(requester, counters, async () => {
        const match = await findAccountByEmail(db, email);
        const account = match?.is_demo === true && !isDemoAllowed ? undefined : match;
        const isCorrect = await passwords.verify(
          account?.password_hash ?? null,
          password,
          requester,
        );
        if (!isCorrect || account === undefined) return null;
        const attemptSignIn = async () => signIn(account, code, origin);
        // Also counted per account because an attacker who knows the password may have many IP
        // addresses.
        const codeFailures = { limiter: limits.codeFailuresPerAccount, key: account.id };
        const token =
          code === undefined
            ? await attemptSignIn()
            : await countFailure([codeFailures], attemptSignIn);
        if (token === null) error = invalidSecondFactorError();
        return token === null ? null : { ...toProfile(account), token };
      });
      if (response === null) throw error;
      await deleteExpired(db, now());
      return response;
    },

    /** Ends the caller's session. */
    async logout(caller: SignedIn): Promise<void> {
      await deleteSession(db, caller.tokenHash);
    },
  };
}

const secondFactorRequiredError = () =>
  new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.');
const signUpClosedError = () => forbidden('Sign-up as an agent is closed. Please contact us.');

const invalidCredentialsError = () => new AppError('INVALID_CREDENTIALS', 'Invalid credentials');
