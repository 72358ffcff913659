/** Stores an account's devices by name (docs/product/account-security.md, New sign-ins). */

import type { Database } from '../../../database/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a device can go unused before it is considered new. */
export const DEVICE_MEMORY_MS = 90 * DAY_MS;
/** The maximum number of emails about new devices per account in 24 hours. */
const MAX_MAILS_PER_DAY = 5;

/** A use of an account: a sign-in or a request in a session. */
type DeviceUse = { userId: string; device: string; now: Date };

/** Records a sign-in. Returns true if the account has not used the device in 90 days. */
export async function recordDevice(
  transaction: Database,
  { userId, device, now }: DeviceUse,
): Promise<boolean> {
  const cutoff = new Date(now.getTime() - DEVICE_MEMORY_MS);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('account_devices')
    .values({ user_id: userId, device, last_used_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'device'])
        .doUpdateSet({ last_used_at: now })
        .where('account_devices.last_used_at', '<=', cutoff),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return true;
  await recordDeviceUse(transaction, { userId, device, now });
  return false;
}

/** Records another use of a device. */
export async function recordDeviceUse(
  db: Database,
  { userId, device, now }: DeviceUse,
): Promise<void> {
  await db
    .updateTable('account_devices')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .execute();
}

/**
 * Reserves one of the day's emails about new devices. Returns false if none remain.
 *
 * @param transaction must hold a lock on the account so that concurrent sign-ins count each other's
 *   emails
 */
export async function reserveSignInMail(
  transaction: Database,
  { userId, device, now }: DeviceUse,
): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('account_devices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('mailed_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_MAILS_PER_DAY) return false;
  await transaction
    .updateTable('account_devices')
    .set({ mailed_at: now })
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .execute();
  return true;
}
