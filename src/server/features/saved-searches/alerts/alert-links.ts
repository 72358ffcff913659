/** Creates tokens for links that confirm, manage, or stop alerts. Only their hashes are stored. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { hashToken } from '../../../http/endpoints/authentication.ts';
import { insertToken, type TokenPurpose, type TokenSubject } from './token-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const TOKEN_BYTES = 32;

/** How long each kind of link is valid. */
const LIFETIME_MS: Record<TokenPurpose, number> = {
  confirm: 2 * DAY_MS,
  manage: 365 * DAY_MS,
  unsubscribe: 365 * DAY_MS,
};

/** Creates a token for a link and stores its hash. */
export async function createAlertToken(
  db: Database,
  purpose: TokenPurpose,
  subject: TokenSubject,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await insertToken(db, hashToken(token), purpose, subject, { now, expiresAt });
  return token;
}
