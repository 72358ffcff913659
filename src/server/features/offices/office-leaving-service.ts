import type { Database } from '../../database/database.ts';
import { type AuditActor, recordAudits } from '../audit/audit-service.ts';
import { lockMembers } from './office-member-repository.ts';

/**
 * Records in the audit log that a user leaves their office, or that all members leave an office. The
 * members are removed afterward: by the caller or, after a role change, by the trigger `leave_office`.
 *
 * @returns the members' IDs
 */
export async function recordDeparture(
  transaction: Database,
  actor: AuditActor,
  selection: { userId: string } | { officeId: string },
  now: Date,
): Promise<string[]> {
  const members = await lockMembers(transaction, selection);
  const records = members.map(({ id, name, office, office_role: role }) => ({
    action: 'office.member_removed' as const,
    entity: { kind: 'user', id, title: name },
    changes: { office: [office, null], officeRole: [role, null] } as const,
    now,
  }));
  await recordAudits(transaction, actor, records);
  return members.map(({ id }) => id);
}
