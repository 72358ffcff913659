/** Creates and checks the tokens in links that give access to a tour without an account. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { hashToken } from '../../http/endpoints/authentication.ts';
import { hasTourToken, insertTourToken } from './tour-repository.ts';

/** Creates a random 256-bit token. */
export const generateTourToken = () => randomBytes(32).toString('base64url');

/** Creates a token and stores its hash. Every link has its own token, and a new one does not invalidate the others. */
export async function createTourToken(db: Database, tourId: string, now: Date): Promise<string> {
  const token = generateTourToken();
  await insertTourToken(db, tourId, hashToken(token), now);
  return token;
}

/** Returns whether a token belongs to this tour. */
export async function isTourToken(db: Database, tourId: string, token: string): Promise<boolean> {
  return hasTourToken(db, tourId, hashToken(token));
}
