/** Adds agents' contact details to emails to visitors (docs/product/offices.md, Pages). */

import { telHref } from '#shared/format/tel.ts';
import { findAgentContact } from '../../../database/agent-office.ts';
import type { Database } from '../../../database/database.ts';
import type { MailBlock } from '../../../mail/mail-blocks.ts';

/**
 * Returns blocks with the office's name and a link to call the agent, if these exist; none if the
 * email cannot contain users' text.
 *
 * @param options.allowsUserText whether the email may contain text written by other users
 */
export async function buildContactBlocks(
  db: Database,
  agentId: string | null,
  { allowsUserText }: { allowsUserText: boolean },
): Promise<MailBlock[]> {
  if (!allowsUserText || agentId === null) return [];
  const { phone, officeName } = await findAgentContact(db, agentId);
  return [
    ...(officeName === null ? [] : [{ kind: 'facts', rows: [['Office', officeName]] } as const]),
    ...(phone === null
      ? []
      : [{ kind: 'link', label: `Call ${phone}`, url: telHref(phone) } as const]),
  ];
}
