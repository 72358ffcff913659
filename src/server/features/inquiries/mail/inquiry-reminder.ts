import type { Database } from '../../../database/database.ts';
import { updateInquiry } from '../inquiry-change-repository.ts';
import type { InquiryRow } from '../inquiry-repository.ts';

/** Sets or clears the agent's reminder about an inquiry. */
export async function setReminder(
  transaction: Database,
  { id }: InquiryRow,
  remindAt: Date | null,
): Promise<void> {
  await updateInquiry(transaction, id, { remind_at: remindAt, is_reminded: false });
}
