/** Signing up, in and out (docs/product/accounts.md, Signing up; docs/product/accounts.md, Signing in). */

import {
  adminRegisterFormSchema,
  type AuthResponse,
  type Login,
  registerFormSchema,
} from '#shared/schemas/auth.ts';
import { can } from '#shared/permissions.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, forbidden } from '../../../errors/app-error.ts';
import { parseOrThrow } from '../../../http/error-answers/parse.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { toProfile } from '../../users/user-serializer.ts';
import { emailTaken, findAccountByEmail, insertAccount } from '../account-repository.ts';
import { type Attempts, countingKey } from '../attempts.ts';
import type { AuthLimits } from '../auth-limits.ts';
import type { Passwords } from '../password.ts';
import { createSession, deleteExpired, deleteSession } from '../session-repository.ts';

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService(options: {
  db: Database;
  passwords: Passwords;
  attempts: Attempts;
  limits: AuthLimits;
  now: () => Date;
}) {
  const { db, passwords, attempts, limits, now } = options;

  /** The stored fields of a new account; the email address is checked before the costly password hash. */
  async function toAccount<T extends { email: string; password: string }>({
    password,
    ...fields
  }: T) {
    if ((await findAccountByEmail(db, fields.email)) !== undefined) throw emailTaken();
    return { ...fields, passwordHash: await passwords.hash(password), now: now() };
  }

  async function signUp(form: unknown, address: string): Promise<AuthResponse> {
    const { confirmPassword: _again, ...fields } = parseOrThrow(registerFormSchema, form);
    // Taken email addresses count as well: the refusal reveals that an account exists, and must not be free.
    await limits.registrationsPerIp.consume(address);
    const account = await insertAccount(db, await toAccount(fields));
    const at = { id: account.id, passwordHash: account.password_hash };
    const token = await createSession(db, at, now());
    if (token === null) throw invalidCredentials();
    return { ...toProfile(account), token };
  }

  return {
    /**
     * Signs a user up, or creates an account for another user if the caller is an admin.
     *
     * @param form unchecked: which rules hold depends on the caller
     * @param address key of where it comes from, see addressKey
     * @throws AppError VALIDATION_FAILED, EMAIL_TAKEN, TOO_MANY_REQUESTS
     */
    async register(form: unknown, caller: SignedIn | null, address: string): Promise<AuthResponse> {
      if (caller === null || !can(caller, 'user:manage')) return signUp(form, address);
      const account = await toAccount(parseOrThrow(adminRegisterFormSchema, form));
      return inActorTransaction(db, caller, async (transaction, current) => {
        if (!can(current, 'user:manage')) throw forbidden();
        return toProfile(await insertAccount(transaction, account));
      });
    },

    /**
     * Opens a session. Unknown email addresses, wrong passwords and demo accounts that may not sign in fail alike, in
     * words and in time.
     *
     * @param from key of where it comes from, see addressKey, and whether demo accounts may sign in from there
     * @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS
     */
    async login(
      { email, password }: Login,
      { address, allowsDemo }: { address: string; allowsDemo: boolean },
    ): Promise<AuthResponse> {
      const counted = [
        {
          limiter: limits.failuresPerAccountAndIp,
          key: countingKey(email.toLowerCase(), address),
        },
        { limiter: limits.failuresPerIp, key: address },
      ];
      const answer = await attempts(counted, async () => {
        const found = await findAccountByEmail(db, email);
        const account = found?.is_demo === true && !allowsDemo ? undefined : found;
        const isRight = await passwords.verify(account?.password_hash ?? null, password);
        if (!isRight || account === undefined) return null;
        const at = { id: account.id, passwordHash: account.password_hash };
        const token = await createSession(db, at, now());
        return token === null ? null : { ...toProfile(account), token };
      });
      if (answer === null) throw invalidCredentials();
      await deleteExpired(db, now());
      return answer;
    },

    /** Ends the session of the caller's token. */
    async logout(caller: SignedIn): Promise<void> {
      await deleteSession(db, caller.tokenHash);
    },
  };
}

const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid credentials');
