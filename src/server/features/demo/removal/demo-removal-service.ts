/** Removes the demo data (docs/product/accounts.md, Removing demo data). */

import { can } from '#shared/permissions.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { AppError, forbidden } from '../../../errors/app-error.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { addJob } from '../../../jobs/job-queue.ts';
import { recordAudit } from '../../audit/audit-service.ts';
import { DEMO_REMOVAL } from './demo-jobs.ts';
import { findDemoAccounts, hasRealAdmin } from './demo-removal-repository.ts';

export function createDemoRemovalService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Starts removing the demo data in the background.
     *
     * @throws AppError FORBIDDEN, CONFLICT if there is no demo data, or if no admin would remain
     */
    async remove(actor: SignedIn): Promise<void> {
      await inActorTransaction(db, actor, async (transaction, current) => {
        if (!can(current, 'site:manage')) throw forbidden();
        const accounts = await findDemoAccounts(transaction, actor._id);
        if (accounts.length === 0) {
          throw new AppError('CONFLICT', 'There is no demo data left.');
        }
        const hasDemoAdmin = accounts.some(({ role }) => role === 'admin');
        if (hasDemoAdmin && !(await hasRealAdmin(transaction))) {
          throw new AppError(
            'CONFLICT',
            'Create your own admin account first. The demo admin will also be removed.',
          );
        }
        await recordAudit(transaction, actor, {
          action: 'demo.removed',
          entity: { kind: 'demo', id: null, title: 'Demo data' },
          now: now(),
        });
        const { _id, name, ipAddress: place } = actor;
        await addJob(transaction, {
          name: DEMO_REMOVAL,
          payload: { askedBy: { _id, name, place } },
          key: DEMO_REMOVAL,
        });
      });
    },
  };
}
