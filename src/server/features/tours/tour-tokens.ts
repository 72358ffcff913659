/** The secrets in links that open one tour without an account. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { hashToken } from '../../http/endpoints/authentication.ts';
import { hasTourToken, insertTourToken } from './tour-repository.ts';

/** An unguessable token; 256 bits. */
export const newTourToken = () => randomBytes(32).toString('base64url');

/** Creates a token of a tour and remembers its hash; each link has one of its own, and all stay valid. */
export async function createTourToken(db: Database, tourId: string, now: Date): Promise<string> {
  const token = newTourToken();
  await insertTourToken(db, tourId, hashToken(token), now);
  return token;
}

/** Whether a token is one of this tour's. */
export async function isTourToken(db: Database, tourId: string, token: string): Promise<boolean> {
  return hasTourToken(db, tourId, hashToken(token));
}
