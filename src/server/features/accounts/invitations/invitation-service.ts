/** Manages invitations by email (docs/product/offices.md, Invitations). */

import { type Actor, can } from '#shared/permissions.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import type { Invitation, InvitationForm } from '#shared/schemas/offices/invitation.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { forbidden, notFound } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import type { Once } from '../../../http/endpoints/idempotency.ts';
import { toSlice } from '../../../http/endpoints/paging.ts';
import { countSuccess } from '../../../http/limits/count-success.ts';
import type { Limiter } from '../../../http/limits/rate-limits.ts';
import { accountCause, addMail } from '../../../jobs/mail-job.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { INVITATION_DAYS, INVITATION_MAIL } from './invitation-mail.ts';
import {
  deleteInvitation,
  findInvitation,
  findInvitations,
  insertInvitation,
  type InvitationRow,
  lockOfficeName,
} from './invitation-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type InvitationService = ReturnType<typeof createInvitationService>;

export function createInvitationService(options: {
  db: Database;
  invitationsPerOffice: Limiter;
  now: () => Date;
}) {
  const { db, invitationsPerOffice, now } = options;

  /** @throws AppError NOT_FOUND, FORBIDDEN */
  async function requireOffice(
    connection: Database,
    actor: Actor,
    officeId: string,
  ): Promise<void> {
    if ((await lockOfficeName(connection, officeId)) === undefined)
      throw notFound('Office not found.');
    if (!can(actor, 'office:change', { officeId })) throw forbidden();
  }

  async function invite(
    actor: SignedIn,
    {
      email,
      role,
      officeId = null,
    }: Omit<InvitationForm, 'officeId'> & { officeId?: string | null },
    checkAccess: (transaction: Database, current: Actor) => Promise<void>,
    once: Once,
  ): Promise<Invitation> {
    const create = once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
      await checkAccess(transaction, current);
      const time = now();
      const id = await insertInvitation(transaction, {
        email,
        role,
        officeId,
        inviterId: actor._id,
        now: time,
        expiresAt: new Date(time.getTime() + INVITATION_DAYS * DAY_MS),
      });
      await addMail(transaction, {
        kind: INVITATION_MAIL,
        to: { proof: 'address', address: email },
        author: 'agent',
        cause: await accountCause(transaction, actor._id),
        payload: { invitationId: id },
        now: time,
      });
      await recordAudit(transaction, actor, {
        action: 'invitation.created',
        entity: { kind: 'invitation', id, title: email },
        changes: { role: [null, role], ...(officeId === null ? {} : { office: [null, officeId] }) },
        now: time,
      });
      const row = await findInvitation(transaction, id, time);
      if (row === undefined) throw notFound('Invitation not found.');
      return toInvitation(row);
    });
    return inActorTransaction(db, actor, create);
  }

  async function list(officeId: string | null, query: PageQuery) {
    const { rows, total } = await findInvitations(db, officeId, now(), toSlice(query));
    return { invitations: rows.map(toInvitation), total };
  }

  async function revoke(
    actor: SignedIn,
    id: string,
    officeId: string | null,
    checkAccess: (transaction: Database, current: Actor) => Promise<void>,
  ): Promise<void> {
    await inActorTransaction(db, actor, async (transaction, current) => {
      await checkAccess(transaction, current);
      const email = await deleteInvitation(transaction, id, officeId, now());
      if (email === undefined) throw notFound('Invitation not found.');
      await recordAudit(transaction, actor, {
        action: 'invitation.revoked',
        entity: { kind: 'invitation', id, title: email },
        now: now(),
      });
    });
  }

  const requireAdmin = async (_transaction: Database, current: Actor) => {
    if (!can(current, 'user:manage')) throw forbidden();
  };

  return {
    /** Invites a person with any role (for admins). @throws AppError FORBIDDEN, NOT_FOUND (office) */
    async invite(actor: SignedIn, form: InvitationForm, once: Once): Promise<Invitation> {
      const checkAccess = async (transaction: Database, current: Actor) => {
        await requireAdmin(transaction, current);
        const { officeId } = form;
        if (officeId !== undefined) await requireOffice(transaction, current, officeId);
      };
      return invite(actor, { ...form, officeId: form.officeId ?? null }, checkAccess, once);
    },

    /** Invites an agent to an office (for managers and admins). @throws AppError NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS */
    async inviteToOffice(
      actor: SignedIn,
      officeId: string,
      email: string,
      once: Once,
    ): Promise<Invitation> {
      await requireOffice(db, actor, officeId);
      return countSuccess(invitationsPerOffice, officeId, () =>
        invite(
          actor,
          { email, role: 'agent', officeId },
          (transaction, current) => requireOffice(transaction, current, officeId),
          once,
        ),
      );
    },

    list: async (query: PageQuery) => list(null, query),

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    async listForOffice(actor: SignedIn, officeId: string, query: PageQuery) {
      await requireOffice(db, actor, officeId);
      return list(officeId, query);
    },

    /** @throws AppError FORBIDDEN, NOT_FOUND */
    revoke: async (actor: SignedIn, id: string) => revoke(actor, id, null, requireAdmin),

    /** @throws AppError NOT_FOUND, FORBIDDEN */
    revokeForOffice: async (actor: SignedIn, officeId: string, id: string) =>
      revoke(actor, id, officeId, (transaction, current) =>
        requireOffice(transaction, current, officeId),
      ),
  };
}

/** Converts an invitation to its response format. */
export function toInvitation(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    office: row.office,
    invitedBy: row.inviter,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
