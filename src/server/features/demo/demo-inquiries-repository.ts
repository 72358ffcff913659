import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { DemoInquiry } from './demo-inquiries.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Inserts the demo agent's inquiries, each about a different home if there are enough. Call it in a transaction. */
export async function insertDemoInquiries(
  db: Database,
  inquiries: readonly DemoInquiry[],
  people: { agentEmail: string; userEmail: string },
  now: Date,
): Promise<void> {
  const homes = await sql<{ id: string; title: string; price: number; agent_id: string }>`
    select p.id, p.title, p.price, p.agent_id from properties p join users u on u.id = p.agent_id
    where u.email = ${people.agentEmail} and p.is_available
    order by p.created_at desc, p.id desc limit ${inquiries.length}`.execute(db);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', people.userEmail)
    .executeTakeFirst();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  for (const [index, inquiry] of inquiries.entries()) {
    const home = homes.rows[index % homes.rows.length];
    const [first] = inquiry.messages;
    const last = inquiry.messages.at(-1);
    if (home === undefined || first === undefined || last === undefined) continue;
    const firstReply = inquiry.messages.find(([from]) => from === 'agent');
    const { id } = await db
      .insertInto('inquiries')
      .values({
        property_id: home.id,
        property_title: home.title,
        property_price: home.price,
        agent_id: home.agent_id,
        sender_id: inquiry.isByDemoUser === true ? (user?.id ?? null) : null,
        name: inquiry.name,
        email: inquiry.email,
        phone: inquiry.phone ?? null,
        stage: inquiry.stage,
        note: inquiry.note ?? '',
        remind_at: inquiry.remindInHours === undefined ? null : ago(-inquiry.remindInHours),
        is_read_by_agent: inquiry.isRead,
        is_read_by_sender: last[0] === 'sender',
        created_at: ago(first[1]),
        last_message_at: ago(last[1]),
        answered_at: firstReply === undefined ? null : ago(firstReply[1]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('inquiry_messages')
      .values(
        inquiry.messages.map(([from, hours, text]) => ({
          inquiry_id: id,
          is_from_agent: from === 'agent',
          author_id: from === 'agent' ? home.agent_id : null,
          text,
          created_at: ago(hours),
        })),
      )
      .execute();
  }
}
