/** Identifies a request's user by its bearer token. */

import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AgentOffice, OfficeRole } from '#shared/schemas/agent-office.ts';
import type { Role } from '#shared/schemas/user.ts';
import type { Requester } from '../../concurrency/fair-slots.ts';
import { disconnectSignal } from '../limits/disconnect-signal.ts';
import { networkKey, withoutPort } from '../limits/rate-limits.ts';
import type { AllowsDemo } from './demo-guard.ts';

/** A session's user, read on each request so that role changes apply immediately. */
export type SessionUser = {
  _id: string;
  name: string;
  email: string;
  role: Role;
  avatarKey: string | null;
  office: AgentOffice | null;
  officeRole: OfficeRole | null;
  isDemo: boolean;
  /** Whether the account has an authenticator app, or this session was opened with a passkey. */
  hasSecondFactor: boolean;
};

/** A user with a valid token. */
export type SignedIn = Omit<SessionUser, 'isDemo' | 'hasSecondFactor'> & {
  tokenHash: Buffer;
  ipAddress: string;
  /**
   * Identifies the user's work in queues, where IP addresses take turns, and then their accounts. Waiting work is canceled
   * when the client disconnects.
   */
  requester: Requester;
  /**
   * Whether the policy requires a second factor that the user lacks. Until it is set up, the user can only manage
   * their own account or sign out.
   */
  mustSetUpSecondFactor: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: SignedIn | undefined;
  }
}

/** Returns the request's user; null if the token is absent or invalid, or a demo account cannot sign in. */
export type Authenticate = (request: FastifyRequest) => Promise<SignedIn | null>;

/** 256 bits. */
const TOKEN_BYTES = 32;

/** Creates an unguessable token for sessions and links: 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the SHA-256 hash that is stored for a token; random tokens need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the bearer token of a request, or null (RFC 6750, 2.1). */
function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w~+/.-]{1,200}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * @param findUser finds the user by the token's hash
 * @param options.allowsDemo whether a request may sign in demo accounts
 * @param options.requiresSecondFactor whether the policy requires a second factor for a role
 */
export function createAuthentication(
  findUser: (tokenHash: Buffer, now: Date) => Promise<SessionUser | undefined>,
  options: {
    now: () => Date;
    allowsDemo: AllowsDemo;
    requiresSecondFactor: (role: Role) => Promise<boolean>;
  },
): Authenticate {
  return async (request) => {
    const token = bearerToken(request);
    if (token === null) return null;
    const tokenHash = hashToken(token);
    const user = await findUser(tokenHash, options.now());
    if (user === undefined || (user.isDemo && !options.allowsDemo(request))) return null;
    const { isDemo: _isDemo, hasSecondFactor, ...person } = user;
    const mustSetUpSecondFactor =
      !hasSecondFactor && (await options.requiresSecondFactor(user.role));
    return {
      ...person,
      tokenHash,
      ipAddress: withoutPort(request.ip),
      requester: {
        key: networkKey(request.ip),
        account: user._id,
        signal: disconnectSignal(request),
      },
      mustSetUpSecondFactor,
    };
  };
}
