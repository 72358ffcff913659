import type { Database } from '../../database/database.ts';
import { type AuditActor, recordAudits } from '../audit/audit-service.ts';
import { deleteWebhookMessagesOf } from '../notifications/trace-service.ts';
import { cancelToursOfUser } from '../tours/tour-change-service.ts';
import {
  deleteListingsByAgent,
  deleteUser,
  eraseFromNotifications,
  findSent,
  lockAccount,
} from './user-admin-repository.ts';
import type { UserRow } from './user-serializer.ts';

/**
 * Deletes an account with its sessions, listings, and other data, and records the deletion in the
 * audit log.
 *
 * @returns the keys of pictures that may be unused after the commit
 */
export async function deleteAccount(
  transaction: Database,
  user: Pick<UserRow, 'id' | 'name' | 'role' | 'avatar_key'>,
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<string[]> {
  const { id, name, role, avatar_key: avatarKey } = user;
  await lockAccount(transaction, id);
  await eraseFromNotifications(transaction, id);
  const sent = await findSent(transaction, id);
  await deleteWebhookMessagesOf(transaction, { userId: id, ...sent });
  await cancelToursOfUser(transaction, id, now);
  const { listings, imageKeys } = await deleteListingsByAgent(transaction, id);
  await recordAudits(transaction, actor, [
    ...listings.map((listing) => ({
      action: 'listing.deleted' as const,
      entity: { kind: 'listing', ...listing },
      now,
    })),
    {
      action: 'user.deleted',
      entity: { kind: 'user', id, title: name },
      changes: { role: [role, null] },
      now,
    },
  ]);
  await deleteUser(transaction, id);
  return avatarKey === null ? imageKeys : [...imageKeys, avatarKey];
}
