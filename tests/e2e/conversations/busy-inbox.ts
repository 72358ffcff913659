/** Inserts inquiries for an agent into the database of the end-to-end tests. */

import type { APIRequestContext } from '@playwright/test';
import pg from 'pg';
import { type Account, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';

export interface BusyAgent {
  agent: Account;
  /** The home that all inquiries are about. */
  home: { _id: string; title: string };
}

/**
 * Creates an agent with `count` inquiries, 'Sender 1' being the newest, one minute apart.
 * Every fifth, starting with 'Sender 1', is unread and new; the others have replies and cycle
 * through the stages 'tour', 'closed', 'lost', and 'offer'.
 *
 * @param sender the account that sent them; without it, they are from visitors
 */
export async function makeBusyAgent(
  request: APIRequestContext,
  count: number,
  sender?: Account,
): Promise<BusyAgent> {
  const agent = await makeAccount(request, 'agent', uniqueWord('Agent '));
  const home = await makeListing(request, agent, { title: uniqueWord('Home ') });
  const client = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(
      `with added as (
        insert into inquiries (property_id, property_title, property_price, agent_id, sender_id, name, email, phone, stage,
          is_read_by_agent, created_at, last_message_at, answered_at)
        select p.id, p.title, p.price, p.agent_id, $3::bigint, 'Sender ' || n, 'sender' || n || '@example.org', '512-555-0100',
          case when n % 5 = 1 then 'new' else (array['offer', 'contacted', 'tour', 'closed', 'lost'])[n % 5 + 1] end,
          n % 5 <> 1, now() - n * interval '1 minute' - interval '1 hour', now() - n * interval '1 minute',
          case when n % 5 <> 1 then now() - n * interval '1 minute' end
        from properties p cross join generate_series(1, $2::int) as n where p.id = $1
        returning id, name, is_read_by_agent, created_at, last_message_at)
      insert into inquiry_messages (inquiry_id, is_from_agent, text, created_at)
      select id, is_answer, case when is_answer then 'Yes, it is. When would you like to see it?'
          else 'Hello, this is ' || name || '. Is the home still available, and is the garden included?' end,
        case when is_answer then last_message_at else created_at end
      from added cross join (values (false), (true)) as parts (is_answer)
      where not is_answer or is_read_by_agent
      order by id, is_answer`,
      [home._id, count, sender?._id ?? null],
    );
  } finally {
    await client.end();
  }
  return { agent, home };
}
