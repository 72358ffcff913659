/**
 * Distinguishes visitors for one day without storing their identity (docs/product/figures.md,
 * Views). Visitors are hashed with a random salt that is replaced every UTC day.
 */

import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { getOrCreateSalt } from './view-repository.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the UTC day in the format `2026-11-26`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Creates a function that hashes visitors with the day's salt. */
export function createVisitorHash({ db, now }: { db: Database; now: () => Date }) {
  let current: { day: string; salt: Promise<Buffer> } | undefined;

  async function getSalt(day: string): Promise<Buffer> {
    if (current?.day !== day) {
      const salt = getOrCreateSalt(db, day, randomBytes(SALT_BYTES));
      const entry = { day, salt };
      current = entry;
      const clearSalt = () => {
        if (current === entry) current = undefined;
      };
      salt.catch(clearSalt);
      setTimeout(clearSalt, DAY_MS - (now().getTime() % DAY_MS)).unref();
    }
    return current.salt;
  }

  /** Returns the day and that day's hash for a visitor and listing. */
  return async (visitor: { client: string; userAgent: string; propertyId: string }) => {
    const day = dayOf(now());
    const { client, userAgent, propertyId } = visitor;
    const hash = createHmac('sha256', await getSalt(day))
      .update(JSON.stringify([client, userAgent, propertyId]))
      .digest()
      .subarray(0, HASH_BYTES);
    return { day, hash };
  };
}
