import type { Database } from '../../database/database.ts';
import { addJob, removeJob } from '../../jobs/job-queue.ts';
import { updateInquiry } from './inquiry-change-repository.ts';
import { REMIND_JOB, reminderKey } from './inquiry-names.ts';
import type { InquiryRow } from './inquiry-repository.ts';

/** Sets when the agent of an inquiry is reminded of it; null for never. */
export async function setReminder(
  transaction: Database,
  { id }: InquiryRow,
  remindAt: Date | null,
): Promise<void> {
  await updateInquiry(transaction, id, { remind_at: remindAt });
  if (remindAt === null) return removeJob(transaction, reminderKey(id));
  await addJob(transaction, {
    name: REMIND_JOB,
    payload: { inquiryId: id, remindAt: remindAt.toISOString() },
    runAt: remindAt,
    key: reminderKey(id),
  });
}
