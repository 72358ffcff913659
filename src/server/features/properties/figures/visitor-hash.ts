/**
 * Tells visitors apart for one day without remembering them (docs/product/figures.md, Views): a keyed hash, whose key is
 * random, replaced every day of UTC, and deleted.
 */

import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { obtainSalt } from './view-repository.ts';

/** Bytes of the salt, and of a hash. */
const SALT_BYTES = 32;
const HASH_BYTES = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of UTC, as `2026-11-26`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The day's salt, and a way to wait for it. */
export function createVisitorHash({ db, now }: { db: Database; now: () => Date }) {
  let current: { day: string; salt: Promise<Buffer> } | undefined;

  async function saltOf(day: string): Promise<Buffer> {
    if (current?.day !== day) {
      const salt = obtainSalt(db, day, randomBytes(SALT_BYTES));
      const made = { day, salt };
      current = made;
      const forget = () => {
        if (current === made) current = undefined;
      };
      salt.catch(forget);
      setTimeout(forget, DAY_MS - (now().getTime() % DAY_MS)).unref();
    }
    return current.salt;
  }

  /** The day, and the hash of one visitor and one listing on it. */
  return async (visitor: { client: string; userAgent: string; propertyId: string }) => {
    const day = dayOf(now());
    const { client, userAgent, propertyId } = visitor;
    const hash = createHmac('sha256', await saltOf(day))
      .update(JSON.stringify([client, userAgent, propertyId]))
      .digest()
      .subarray(0, HASH_BYTES);
    return { day, hash };
  };
}
