/** Reads the records that events refer to, with the current permissions of the stream's user. */

import type { Actor } from '#shared/permissions.ts';
import type { Database } from '../database/database.ts';
import { findAccount } from '../features/accounts/account-repository.ts';
import { readImportAs } from '../features/import/runs/import-run-service.ts';
import { readInquiryAs } from '../features/inquiries/inquiry-access.ts';
import type { EventReaders } from '../features/notifications/compose-events.ts';
import { readTourAs } from '../features/tours/tour-service.ts';

export function createEventReaders(db: Database): EventReaders {
  type Read = (db: Database, actor: NonNullable<Actor>, id: string) => Promise<unknown>;
  const toReader = (read: Read) => async (userId: string, id: string) => {
    const account = await findAccount(db, userId);
    if (account === undefined) return undefined;
    const { role, office, officeRole } = account;
    return read(db, { _id: account.id, role, office, officeRole }, id);
  };
  return {
    import: toReader(readImportAs),
    inquiry: toReader(readInquiryAs),
    tour: toReader(readTourAs),
  };
}
