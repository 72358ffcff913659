/** Reads the objects that events refer to, as the stream's user is currently allowed to see them. */

import type { Actor } from '#shared/permissions.ts';
import type { Database } from '../database/database.ts';
import { findAccount } from '../features/accounts/account-repository.ts';
import { readImportAs } from '../features/import/runs/import-run-service.ts';
import { readInquiryAs } from '../features/inquiries/inquiry-access.ts';
import type { EventReaders } from '../features/notifications/compose-events.ts';
import { readTourAs } from '../features/tours/tour-service.ts';

export function createEventReaders(db: Database): EventReaders {
  type Read = (db: Database, actor: NonNullable<Actor>, id: string) => Promise<unknown>;
  const asReader = (read: Read) => async (userId: string, id: string) => {
    const account = await findAccount(db, userId);
    if (account === undefined) return undefined;
    const { role, office, officeRole } = account;
    return read(db, { _id: account.id, role, office, officeRole }, id);
  };
  return {
    import: asReader(readImportAs),
    inquiry: asReader(readInquiryAs),
    tour: asReader(readTourAs),
  };
}
