/** Tokens in links that open a tour without an account. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { hashToken } from '../../http/endpoints/authentication.ts';
import { hasTourToken, insertTourToken } from './tour-repository.ts';

/** Creates a random token of 256 bits. */
export const newTourToken = () => randomBytes(32).toString('base64url');

/** Creates a tour's token and stores its hash; every link has its own, and all stay valid. */
export async function createTourToken(db: Database, tourId: string, now: Date): Promise<string> {
  const token = newTourToken();
  await insertTourToken(db, tourId, hashToken(token), now);
  return token;
}

/** Returns whether a token belongs to this tour. */
export async function isTourToken(db: Database, tourId: string, token: string): Promise<boolean> {
  return hasTourToken(db, tourId, hashToken(token));
}
