import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_RATE_LIMITS } from '#server/http/limits/rate-limits.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

test('an account can export inquiries and personal data 60 times an hour in total', async () => {
  expect(DEFAULT_RATE_LIMITS.exportsPerAccount).toEqual({ max: 60, seconds: 3_600 });
  const rateLimits = { ...DEFAULT_RATE_LIMITS, exportsPerAccount: { max: 2, seconds: 3_600 } };
  const server = await startTestApp({ rateLimits });
  try {
    const agent = await server.addUser({ role: 'agent' });
    const admin = await server.addUser({ role: 'admin' });
    const readStatuses = async () => [
      await server.status(endpoints.exportInquiries, { as: agent }),
      await server.status(endpoints.getPersonalData, { as: agent }),
    ];
    expect(await readStatuses()).toEqual([200, 200]);
    expect(await readStatuses()).toEqual([429, 429]);
    const rejection = await server.error(endpoints.exportInquiries, { as: agent });
    expect(rejection.message).toBe(
      'You have started too many exports in the last hour. Please try again later.',
    );
    // Rejected exports are not recorded.
    const query = { actorId: agent._id };
    expect(await server.ok(endpoints.listAudit, { as: admin, query })).toHaveLength(2);
    await server.clock.advance(3_600_000);
    expect(await readStatuses()).toEqual([200, 200]);
  } finally {
    await server.close();
  }
});

test('an export is sent in parts of at most 100 inquiries, newest activity first', async () => {
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    await sql`
      with added as (
        insert into inquiries (agent_id, property_title, property_price, name, email, created_at, last_message_at)
        select ${agent._id}, 'A home', 1, 'Visitor ' || number, 'visitor@example.org', now(), now() - number * interval '1 day'
        from generate_series(1, 250) as number returning id, name, created_at
      )
      insert into inquiry_messages (inquiry_id, is_from_agent, text, created_at)
      select id, false, 'Message of ' || name, created_at from added`.execute(server.db);
    const response = await server.app.inject({
      url: '/api/inquiries.csv',
      headers: { authorization: `Bearer ${agent.token}` },
      payloadAsStream: true,
    });
    const parts: string[] = [];
    for await (const part of response.stream()) parts.push(String(part));
    const [, ...rows] = parts.join('').trimEnd().split('\r\n');
    expect(rows.map((row) => /Message of Visitor (\d+)/.exec(row)?.[1])).toEqual(
      Array.from({ length: 250 }, (_, index) => String(index + 1)),
    );
    expect(parts.map((part) => part.match(/\r\n/g)?.length)).toEqual([1, 100, 100, 50]);
  } finally {
    await server.close();
  }
});
