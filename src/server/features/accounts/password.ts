/**
 * Hashes passwords with argon2id (docs/product/accounts.md, Passwords), off the main thread and a
 * few at a time.
 */

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createFairSlots, type Requester } from '../../concurrency/fair-slots.ts';

/**
 * The cost of one hash: 19 MiB and two passes on one thread, as OWASP's password storage cheat sheet
 * recommends for argon2id, the library's default variant.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The maximum number of concurrent hashes in this process. Each occupies a core and one of libuv's four
 * threads, which file and DNS access also need. With several cores, at least one is left for requests.
 */
const MAX_CONCURRENT = Math.min(2, Math.max(1, availableParallelism() - 1));

const slots = createFairSlots({ slots: MAX_CONCURRENT, perKey: 1, maxQueuedPerKey: 20 });

/**
 * Hashes and verifies passwords. Tests replace it to count calls or reduce the cost. Requesters take
 * turns. Both functions throw TooManyWaiting if too many of a requester's passwords are waiting.
 */
export type Passwords = {
  /** @returns the hash to store */
  hash: (password: string, requester: Requester) => Promise<string>;
  /**
   * Takes the same time for correct passwords, wrong passwords, and unknown accounts.
   *
   * @param storedHash the stored hash, or null if there is no account; no password matches null
   */
  verify: (storedHash: string | null, password: string, requester: Requester) => Promise<boolean>;
};

/** Hashes a password as a PHC string, with parameters and salt. Waits for a free slot. */
export function hashPassword(password: string, requester: Requester): Promise<string> {
  return slots(requester, async () => (await loadArgon()).hash(password, COST));
}

/** See `Passwords.verify`. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  requester: Requester,
): Promise<boolean> {
  const isCorrect = await slots(requester, async () =>
    (await loadArgon()).verify(storedHash ?? DUMMY_HASH, password),
  );
  return isCorrect && storedHash !== null;
}

/** Loaded on first use, not at startup. */
const loadArgon = () => import('@node-rs/argon2');

/** Matches no known password but costs as much to verify as any other hash. */
const DUMMY_HASH = [
  '',
  'argon2id',
  'v=19',
  `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`,
  createRandomBase64(16),
  createRandomBase64(32),
].join('$');

function createRandomBase64(byteCount: number): string {
  return randomBytes(byteCount).toString('base64').replaceAll('=', '');
}

/** Password hashing for production. */
export const argonPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };
