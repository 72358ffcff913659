/**
 * Distinguishes visitors for one day without storing who they are (docs/product/figures.md, Views):
 * a keyed hash with a random key, which is replaced every UTC day and deleted.
 */

import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { getOrCreateSalt } from './view-repository.ts';

const SALT_BYTES = 32;
const HASH_BYTES = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the UTC day, as `2026-11-26`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Creates a function that hashes visitors with the day's salt. */
export function createVisitorHash({ db, now }: { db: Database; now: () => Date }) {
  let current: { day: string; salt: Promise<Buffer> } | undefined;

  async function saltOf(day: string): Promise<Buffer> {
    if (current?.day !== day) {
      const salt = getOrCreateSalt(db, day, randomBytes(SALT_BYTES));
      const created = { day, salt };
      current = created;
      const forget = () => {
        if (current === created) current = undefined;
      };
      salt.catch(forget);
      setTimeout(forget, DAY_MS - (now().getTime() % DAY_MS)).unref();
    }
    return current.salt;
  }

  /** Returns the day, and that day's hash of a visitor and a listing. */
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
