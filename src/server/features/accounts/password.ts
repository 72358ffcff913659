/** Passwords: hashed with argon2id (docs/product/accounts.md, Passwords), off the main thread and few at a time. */

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createSemaphore } from '../../concurrency/semaphore.ts';

/**
 * The cost of one hash: 19 MiB and two passes on one thread, as OWASP's password storage page recommends for
 * argon2id, the library's default variant.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * How many are computed at once in this process. They run on libuv's four threads, which files and host names need
 * too, and keep a core busy each: one core stays for answering pages.
 */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

const slots = createSemaphore(AT_ONCE);

/** How passwords are hashed and checked; tests count the calls, or make them cheaper. */
export type Passwords = {
  /** @returns the hash of a password, as it is stored */
  hash: (password: string) => Promise<string>;
  /**
   * Takes the same time whether it is right or wrong, and when there is no account.
   *
   * @param storedHash the stored hash, or null for an account that does not exist, whose password is never right
   */
  verify: (storedHash: string | null, password: string) => Promise<boolean>;
};

/** As a PHC string with parameters and salt; waits in a queue for a free slot. */
export function hashPassword(password: string): Promise<string> {
  return slots(async () => (await loadArgon()).hash(password, COST));
}

/** See `Passwords.verify`. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const isRight = await slots(async () =>
    (await loadArgon()).verify(storedHash ?? NOBODYS, password),
  );
  return isRight && storedHash !== null;
}

/** Only who signs in needs it, not every start. */
const loadArgon = () => import('@node-rs/argon2');

/** The hash of no known password, which costs as much to check as any other. */
const NOBODYS = [
  '',
  'argon2id',
  'v=19',
  `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`,
  phcBase64(16),
  phcBase64(32),
].join('$');

function phcBase64(byteCount: number): string {
  return randomBytes(byteCount).toString('base64').replaceAll('=', '');
}

/** The passwords of a real server. */
export const argonPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };
