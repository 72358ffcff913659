import { z } from 'zod';
import { inTransaction } from '../../../database/database.ts';
import { defineJob, type JobHandlers } from '../../../jobs/job-handler.ts';
import { isStoredKey } from '../../../storage/image-keys.ts';
import { removeUnusedImages } from '../../../storage/image-service.ts';
import { DELETED_USER } from '../../inquiries/inquiry-serializer.ts';
import { deleteAccount } from '../../users/account-deletion-service.ts';
import { lockDemoData } from '../demo-repository.ts';
import {
  deleteDemoCorrespondence,
  findDemoAccounts,
  hasRealAdmin,
  lockActor,
  lockDemoAccount,
} from './demo-removal-repository.ts';

export const DEMO_REMOVAL = 'demo.remove';

/**
 * Removes the demo data, one account with all its data at a time. Idempotent: a second run, or a
 * run after a restart, removes the rest.
 */
export const demoJobs: JobHandlers = {
  [DEMO_REMOVAL]: defineJob(
    z.object({ askedBy: z.object({ _id: z.string(), name: z.string(), place: z.string() }) }),
    async ({ askedBy }, { db, images, now, shutdownSignal }) => {
      const { place: ipAddress, ...admin } = askedBy;
      const requestedBy = { ...admin, ipAddress };
      await inTransaction(db, null, async (transaction) => {
        await lockDemoData(transaction);
        await deleteDemoCorrespondence(transaction);
      });
      for (const account of await findDemoAccounts(db, requestedBy._id)) {
        shutdownSignal.throwIfAborted();
        const keys = await inTransaction(db, null, async (transaction) => {
          await lockDemoData(transaction);
          if (account.role === 'admin' && !(await hasRealAdmin(transaction))) return [];
          if (!(await lockDemoAccount(transaction, account.id))) return [];
          // The admin who started the removal may have been deleted since.
          const actor = (await lockActor(transaction, requestedBy._id))
            ? requestedBy
            : { name: DELETED_USER };
          return deleteAccount(transaction, account, { actor, now });
        });
        // Demo pictures are part of the release, so only uploaded pictures are removed.
        await removeUnusedImages(db, images, keys.filter(isStoredKey));
      }
    },
  ),
};
