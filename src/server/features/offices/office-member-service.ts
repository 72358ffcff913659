/** Joining and leaving offices (docs/product/offices.md, Members). */

import { can } from '#shared/permissions.ts';
import type { OfficeRole } from '#shared/schemas/agent-office.ts';
import type { OfficeMember } from '#shared/schemas/offices/office.ts';
import { inActorTransaction, lockRole } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { type AuditActor, recordAudit } from '../audit/audit-service.ts';
import { announceAccountChange } from '../notifications/event-service.ts';
import { imagePath } from '../../storage/image-paths.ts';
import { recordDeparture } from './office-leaving-service.ts';
import { deleteMember, findMember, type MemberRow, setMember } from './office-member-repository.ts';
import { findOffice, lockOffice } from './office-repository.ts';
import { officeNotFound } from './office-service.ts';

export type OfficeMemberService = ReturnType<typeof createOfficeMemberService>;

export function createOfficeMemberService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Adds an agent to an office, or changes a member's role. Only admins can add agents; managers can
     * change the roles in their own office.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
     */
    async set(
      actor: SignedIn,
      officeId: string,
      userId: string,
      role: OfficeRole,
    ): Promise<OfficeMember> {
      return inActorTransaction(db, actor, async (transaction, current) => {
        const canAdd = can(current, 'office:manage');
        const checkIsMember = async (options = {}) => {
          const member = await findMember(transaction, officeId, userId, options);
          if (member === undefined && !canAdd)
            throw forbidden('Invite an agent to add them to your office.');
        };
        // Checks before locking, too: otherwise, anyone could keep others' accounts locked.
        const isAllowed = can(current, 'office:change', { officeId });
        if (!isAllowed) {
          if ((await findOffice(transaction, { id: officeId })) === undefined)
            throw officeNotFound();
          throw forbidden();
        }
        await checkIsMember();
        const accountRole = await lockRole(transaction, userId);
        if (!(await lockOffice(transaction, officeId))) throw officeNotFound();
        await checkIsMember({ lock: true });
        if (accountRole === undefined) throw notFound('User not found.');
        if (accountRole !== 'agent')
          throw new AppError('CONFLICT', 'Only an agent can be in an office.');
        const member = await joinOffice(transaction, actor, {
          officeId,
          userId,
          role,
          now: now(),
        });
        return toMember(member);
      });
    },

    /**
     * Removes a member from an office. The agent keeps all data, and the office's managers lose access to it
     * immediately.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN
     */
    async remove(actor: SignedIn, officeId: string, userId: string): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'office:leave', { officeId, userId })) throw forbidden();
        const member = await findMember(transaction, officeId, userId, { lock: true });
        if (member === undefined) throw notFound('Member not found.');
        await recordDeparture(transaction, actor, { userId }, now());
        await deleteMember(transaction, userId);
        await announceAccountChange(transaction, [userId], now());
      });
    },
  };
}

/**
 * Adds an agent to an office, or changes a member's role. The caller has checked permissions and
 * locked the account.
 *
 * @throws AppError NOT_FOUND, CONFLICT if they are in another office
 */
export async function joinOffice(
  transaction: Database,
  actor: AuditActor,
  membership: { officeId: string; userId: string; role: OfficeRole; now: Date },
): Promise<MemberRow> {
  const { officeId, userId, role, now } = membership;
  const existing = await findMember(transaction, officeId, userId, { lock: true });
  if (!(await setMember(transaction, membership))) throw inAnotherOfficeError();
  const member = await findMember(transaction, officeId, userId);
  if (member === undefined) throw notFound('User not found.');
  if (existing?.office_role !== role) {
    await recordAudit(transaction, actor, {
      action: 'office.member_changed',
      entity: { kind: 'user', id: userId, title: member.name },
      changes: {
        ...(existing === undefined ? { office: [null, member.office] as const } : {}),
        officeRole: [existing?.office_role ?? null, role],
      },
      now,
    });
  }
  await announceAccountChange(transaction, [userId], now);
  return member;
}

/** Creates the 409 error for an agent of another office. */
const inAnotherOfficeError = () =>
  new AppError(
    'CONFLICT',
    'An agent can be in only one office and must leave the other one first.',
  );

function toMember(row: MemberRow): OfficeMember {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar_key === null ? null : imagePath(row.avatar_key),
    officeRole: row.office_role,
  };
}
