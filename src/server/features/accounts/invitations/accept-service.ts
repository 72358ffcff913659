/** Accepts invitations (docs/product/offices.md, Invitations). */

import type { AuthResponse } from '#shared/schemas/auth.ts';
import type { AcceptInvitation, OpenedInvitation } from '#shared/schemas/offices/invitation.ts';
import type { Role } from '#shared/schemas/user.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import { type Database, inTransaction } from '../../../database/database.ts';
import type { Requester } from '../../../concurrency/fair-slots.ts';
import { AppError, unauthenticated, validationFailed } from '../../../errors/app-error.ts';
import { hashToken, type SignedIn } from '../../../http/endpoints/authentication.ts';
import { markProven } from '../../../jobs/mail-proof-repository.ts';
import { type AuditActor, recordAudit } from '../../audit/audit-service.ts';
import { joinOffice } from '../../offices/office-member-service.ts';
import { assignRole } from '../../users/role-service.ts';
import { toProfile } from '../../users/user-serializer.ts';
import {
  emailTakenError,
  findAccount,
  findAccountByEmail,
  insertAccount,
} from '../account-repository.ts';
import type { AuthLimits } from '../auth-limits.ts';
import type { Passwords } from '../password.ts';
import { recordDevice } from '../sessions/device-repository.ts';
import type { RequestOrigin } from '../sessions/request-origin.ts';
import { createSession } from '../sessions/session-repository.ts';
import { findByToken, type InvitationRow, markAccepted } from './invitation-repository.ts';
import { toInvitation } from './invitation-service.ts';

const RANK: Record<Role, number> = { user: 0, agent: 1, admin: 2 };

/** A request's rate limit key, queue requester, IP address, and origin. */
type Client = {
  clientKey: string;
  requester: Requester;
  ipAddress: string;
  origin: RequestOrigin;
};

export type AcceptService = ReturnType<typeof createAcceptService>;

export function createAcceptService(options: {
  db: Database;
  passwords: Passwords;
  limits: AuthLimits;
  now: () => Date;
}) {
  const { db, passwords, limits, now } = options;

  async function requirePending(
    connection: Database,
    token: string,
    lock = false,
  ): Promise<InvitationRow> {
    const row = await findByToken(connection, hashToken(token), now(), { lock });
    if (row === undefined)
      throw new AppError('BAD_REQUEST', 'This invitation was used or revoked, or has expired.');
    return row;
  }

  /**
   * Grants the invitation's role and office. Marks the account's address as proven if the link was
   * sent to it.
   */
  async function grantInvitation(
    transaction: Database,
    invitation: InvitationRow,
    account: { id: string; name: string; email: string; role: Role },
    actor: AuditActor,
  ): Promise<void> {
    const { office } = invitation;
    if (office !== null && account.role === 'admin')
      throw new AppError('CONFLICT', 'An admin cannot be in an office.');
    if (RANK[invitation.role] > RANK[account.role])
      await assignRole(transaction, actor, {
        userId: account.id,
        role: invitation.role,
        now: now(),
      });
    // Existing members keep their role in the office.
    if (office !== null && (await officeOf(transaction, account.id)) !== office._id)
      await joinOffice(transaction, actor, {
        officeId: office._id,
        userId: account.id,
        role: 'member',
        now: now(),
      });
    await markAccepted(transaction, invitation.id, now());
    await recordAudit(transaction, actor, {
      action: 'invitation.accepted',
      entity: { kind: 'invitation', id: invitation.id, title: invitation.email },
      now: now(),
    });
    if (account.email.toLowerCase() === invitation.email.toLowerCase())
      await markProven(transaction, { userId: account.id, address: account.email });
  }

  async function acceptSignedIn(actor: SignedIn, token: string): Promise<AuthResponse> {
    return inActorTransaction(db, actor, async (transaction, current) => {
      const invitation = await requirePending(transaction, token, true);
      await grantInvitation(
        transaction,
        invitation,
        { id: actor._id, name: actor.name, email: actor.email, role: current.role },
        actor,
      );
      return readProfile(transaction, actor._id);
    });
  }

  /** Creates an account for the invited person and opens a session. */
  async function acceptWithNewAccount(
    token: string,
    { name, password }: { name: string; password: string },
    { clientKey, requester, ipAddress, origin }: Client,
  ): Promise<AuthResponse> {
    await requirePending(db, token);
    await limits.registrationsPerIp.consume(clientKey);
    const passwordHash = await passwords.hash(password, requester);
    return inTransaction(db, null, async (transaction) => {
      const invitation = await requirePending(transaction, token, true);
      const { email } = invitation;
      if ((await findAccountByEmail(transaction, email)) !== undefined) throw emailTakenError();
      // Created as a user so that the audit log records the invitation's role change.
      const form = { name, email, role: 'user' as const, passwordHash, now: now() };
      const account = await insertAccount(transaction, form);
      const { id } = account;
      await grantInvitation(transaction, invitation, account, { _id: id, name, ipAddress });
      const session = await createSession(transaction, { id, passwordHash }, now(), origin);
      await recordDevice(transaction, { userId: id, device: origin.device, now: now() });
      if (session === null) throw unauthenticated();
      return { ...(await readProfile(transaction, id)), token: session };
    });
  }

  return {
    /** @throws AppError BAD_REQUEST if the invitation is not pending */
    async read(token: string): Promise<OpenedInvitation> {
      const {
        _id,
        createdAt: _createdAt,
        ...invitation
      } = toInvitation(await requirePending(db, token));
      return invitation;
    },

    /**
     * Accepts an invitation for the signed-in account, or creates an account with the invited address.
     *
     * @throws AppError UNAUTHENTICATED if not signed in and without name and password, BAD_REQUEST,
     *   VALIDATION_FAILED, CONFLICT, EMAIL_TAKEN, TOO_MANY_REQUESTS
     */
    async accept(
      actor: SignedIn | null,
      { token, name, password }: AcceptInvitation,
      from: Client,
    ): Promise<AuthResponse> {
      if (actor !== null) return acceptSignedIn(actor, token);
      if (name === undefined && password === undefined) throw unauthenticated();
      if (name === undefined)
        throw validationFailed([{ path: 'name', message: 'Name must be at least 2 characters.' }]);
      if (password === undefined)
        throw validationFailed([
          { path: 'password', message: 'Password must be at least 6 characters.' },
        ]);
      return acceptWithNewAccount(token, { name, password }, from);
    },
  };
}

async function readProfile(transaction: Database, id: string) {
  const account = await findAccount(transaction, id);
  if (account === undefined) throw unauthenticated();
  return toProfile(account);
}

async function officeOf(transaction: Database, userId: string): Promise<string | undefined> {
  return (await findAccount(transaction, userId))?.office?._id;
}
