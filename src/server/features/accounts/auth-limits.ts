import type { CreateLimiter, Limiter, RateLimits } from '../../http/limits/rate-limits.ts';

/** The rate limits of accounts (docs/product/accounts.md, Signing in). */
export type AuthLimits = {
  /** Failed sign-ins, by email address and IP. */
  failuresPerAccountAndIp: Limiter;
  /** Failed sign-ins, by IP. */
  failuresPerIp: Limiter;
  /** Wrong current passwords, by token: a thief of one cannot guess the password with it. */
  failuresPerToken: Limiter;
  /** Wrong codes of a second factor at sign-in, by account, from wherever they come. */
  codeFailuresPerAccount: Limiter;
  /** Wrong codes of signed-in users, by account: apart from the others, so that neither ends the other. */
  codeFailuresPerOwner: Limiter;
  /** Challenges to sign in with a passkey, by IP: each is stored for a while. */
  passkeyChallengesPerIp: Limiter;
  /** Sign-ups, by IP. */
  registrationsPerIp: Limiter;
  /** Emails with a link, by account. */
  resetMailsPerAccount: Limiter;
  /** New email addresses of an account, by account: a taken one is refused, which tells that it has an account. */
  emailChangesPerAccount: Limiter;
  /** The same by IP address, for clients with many accounts. */
  emailChangesPerIp: Limiter;
};

const TOO_MANY_CHANGES = 'The email address was changed too many times. Please try again later.';

const TOO_MANY_FAILURES = 'Too many failed attempts. Please try again in a few minutes.';

export function createAuthLimits(createLimiter: CreateLimiter, limits: RateLimits): AuthLimits {
  const { loginFailuresPerAccountAndIp, loginFailuresPerIp } = limits;
  return {
    failuresPerAccountAndIp: createLimiter(
      'login-account',
      loginFailuresPerAccountAndIp,
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
      'Too many sign-ins from this network. Try again in a few minutes.',
    ),
    registrationsPerIp: createLimiter(
      'register',
      limits.registrationsPerIp,
      'Too many sign-ups from this network. Try again later.',
    ),
    resetMailsPerAccount: createLimiter(
      'reset-mail',
      limits.resetMailsPerAccount,
      'Too many email requests. Try again later.',
    ),
    emailChangesPerAccount: createLimiter(
      'email-change',
      limits.emailChangesPerAccount,
      TOO_MANY_CHANGES,
    ),
    emailChangesPerIp: createLimiter('email-change-ip', limits.emailChangesPerIp, TOO_MANY_CHANGES),
  };
}
