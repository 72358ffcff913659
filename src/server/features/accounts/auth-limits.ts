import {
  type CreateLimiter,
  type Limiter,
  NETWORK_FACTOR,
  type RateLimits,
  TOO_MANY_EXPORTS,
} from '../../http/limits/rate-limits.ts';

/** Rate limits for accounts (docs/product/accounts.md, Signing in). */
export type AuthLimits = {
  /** Failed sign-ins, by email address and IP. */
  failuresPerAccountAndIp: Limiter;
  /** Failed sign-ins, by email address and IPv6 /48, which limiters cannot derive from the hashed key of the limit above. */
  failuresPerAccountAndNetwork: Limiter;
  /** Failed sign-ins, by IP. */
  failuresPerIp: Limiter;
  /** Wrong current passwords, by token, so that guesses with a stolen token do not lock out the owner. */
  failuresPerToken: Limiter;
  /** Wrong second-factor codes at sign-in, by account, regardless of IP. */
  codeFailuresPerAccount: Limiter;
  /** Wrong codes from signed-in users, by account. Counted separately so that neither limit triggers the other. */
  codeFailuresPerOwner: Limiter;
  /** Passkey sign-in challenges, by IP. Each is stored until it is used or expires. */
  passkeyChallengesPerIp: Limiter;
  /** Challenges for adding passkeys, by account. */
  passkeyChallengesPerAccount: Limiter;
  /** Sign-ups, by IP. */
  registrationsPerIp: Limiter;
  /** Password reset emails, by account. */
  resetEmailsPerAccount: Limiter;
  /** Password reset emails, by IP. */
  resetEmailsPerIp: Limiter;
  /**
   * Attempts to change the email address, by account. Rejected ones count because the rejection of a
   * taken address reveals that it has an account.
   */
  emailChangesPerAccount: Limiter;
  /** Attempts to change email addresses, by IP, for clients with many accounts. */
  emailChangesPerIp: Limiter;
  /** Exports of personal data or inquiries, by account. Each is recorded in the audit log. */
  exportsPerAccount: Limiter;
};

const TOO_MANY_CHANGES = 'Too many attempts to change an email address. Please try again later.';

const TOO_MANY_FAILURES = 'Too many failed attempts. Please try again in a few minutes.';

export function createAuthLimits(createLimiter: CreateLimiter, limits: RateLimits): AuthLimits {
  const { loginFailuresPerAccountAndIp, loginFailuresPerIp } = limits;
  return {
    failuresPerAccountAndIp: createLimiter(
      'login-account',
      loginFailuresPerAccountAndIp,
      TOO_MANY_FAILURES,
    ),
    failuresPerAccountAndNetwork: createLimiter(
      'login-account-network',
      {
        ...loginFailuresPerAccountAndIp,
        max: loginFailuresPerAccountAndIp.max * NETWORK_FACTOR,
      },
      TOO_MANY_FAILURES,
    ),
    failuresPerIp: createLimiter('login-ip', loginFailuresPerIp, TOO_MANY_FAILURES),
    failuresPerToken: createLimiter(
      'password-change',
      loginFailuresPerAccountAndIp,
      TOO_MANY_FAILURES,
    ),
    codeFailuresPerAccount: createLimiter(
      'login-code',
      loginFailuresPerAccountAndIp,
      TOO_MANY_FAILURES,
    ),
    codeFailuresPerOwner: createLimiter(
      'own-code',
      loginFailuresPerAccountAndIp,
      TOO_MANY_FAILURES,
    ),
    passkeyChallengesPerIp: createLimiter(
      'passkey-challenges',
      limits.passkeyChallengesPerIp,
      'Too many sign-in attempts from this network. Try again in a few minutes.',
    ),
    passkeyChallengesPerAccount: createLimiter(
      'new-passkey-challenges',
      limits.passkeyChallengesPerAccount,
      'Too many attempts to add a passkey. Please try again in a few minutes.',
    ),
    registrationsPerIp: createLimiter(
      'register',
      limits.registrationsPerIp,
      'Too many sign-ups from this network. Try again later.',
    ),
    resetEmailsPerAccount: createLimiter(
      'reset-mail',
      limits.resetEmailsPerAccount,
      'Too many email requests. Try again later.',
    ),
    resetEmailsPerIp: createLimiter(
      'reset-mail-ip',
      limits.resetEmailsPerIp,
      'Too many email requests. Try again later.',
    ),
    emailChangesPerAccount: createLimiter(
      'email-change',
      limits.emailChangesPerAccount,
      TOO_MANY_CHANGES,
    ),
    emailChangesPerIp: createLimiter('email-change-ip', limits.emailChangesPerIp, TOO_MANY_CHANGES),
    exportsPerAccount: createLimiter('export', limits.exportsPerAccount, TOO_MANY_EXPORTS),
  };
}
