/** Role changes in the caller's transaction. */

import type { Role } from '#shared/schemas/user.ts';
import { lockRole } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { type AuditActor, recordAudits } from '../audit/audit-service.ts';
import { recordDeparture } from '../offices/office-leaving-service.ts';
import { findUser, setRole } from './user-admin-repository.ts';

/**
 * Sets an account's role. This also decides a pending request to become an agent, and removes a
 * former agent from their office.
 *
 * @returns the account's name; undefined if it does not exist
 */
export async function assignRole(
  transaction: Database,
  actor: AuditActor,
  { userId, role, now }: { userId: string; role: Role; now: Date },
): Promise<string | undefined> {
  await lockRole(transaction, userId);
  const before = await findUser(transaction, userId);
  if (before === undefined) return undefined;
  if (role !== 'agent') await recordDeparture(transaction, actor, { userId }, now);
  await setRole(transaction, userId, role);
  const entity = { kind: 'user', id: userId, title: before.name };
  await recordAudits(transaction, actor, [
    ...(role === before.role
      ? []
      : [
          {
            action: 'user.role_changed' as const,
            entity,
            changes: { role: [before.role, role] as const },
            now,
          },
        ]),
    ...(before.agent_requested_at === null
      ? []
      : [
          {
            action: 'user.agent_request_decided' as const,
            entity,
            changes: { decision: [null, role === 'user' ? 'declined' : 'approved'] as const },
            now,
          },
        ]),
  ]);
  return before.name;
}
