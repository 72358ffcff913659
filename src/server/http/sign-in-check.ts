/** Finds the person of a request by its bearer token. */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../database/database.ts';

/** A person with a valid token, as of this very request: a changed role holds at once. */
export type SignedIn = {
  _id: string;
  name: string;
  email: string;
  role: Role;
  avatarKey: string | null;
  tokenHash: Buffer;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedIn | undefined;
  }
}

/** The person of a request's token; null without a token or with one that is not valid. */
export type FindActor = (request: FastifyRequest) => Promise<SignedIn | null>;

/** Tokens are kept only as their SHA-256; they are random enough to need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The bearer token of a request, or null (RFC 6750, 2.1). */
function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w~+/.-]{1,200}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * @param options.allowDemo whether demo accounts may be signed in (interface: Settings, DEMO)
 */
export function createFindActor(
  db: Database,
  options: { now: () => Date; allowDemo: boolean },
): FindActor {
  return async (request) => {
    const token = bearerToken(request);
    if (token === null) return null;
    const tokenHash = hashToken(token);
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'name', 'email', 'role', 'avatar_key', 'is_demo'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', options.now())
      .executeTakeFirst();
    if (row === undefined || (row.is_demo && !options.allowDemo)) return null;
    const { id, name, email, role, avatar_key: avatarKey } = row;
    return { _id: id, name, email, role, avatarKey, tokenHash };
  };
}
