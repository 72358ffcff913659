import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { inTransaction } from '#server/database/database.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { deleteMessagesAbout } from '../notifications/trace-repository.ts';
import { writeMessages } from './write-messages.ts';

const REPLY_COUNT = 60;

test('webhook messages contain a long conversation’s newest messages and are written in batches', async () => {
  const server = await startTestApp({ allowsPrivateWebhooks: true });
  onTestFinished(() => server.close());
  const { agent, user, admin } = await server.addPeople();
  await server.ok(endpoints.createWebhook, {
    as: admin,
    body: {
      url: 'http://127.0.0.1:9/',
      events: ['inquiry.answered'],
      isEnabled: true,
      description: '',
    },
  });
  const { _id } = await server.ok(endpoints.ask, {
    as: user,
    params: { id: await server.addProperty(agent) },
    body: { message: 'Is there a cellar in this house?' },
  });
  await sql`
    insert into inquiry_messages (inquiry_id, is_from_agent, text, created_at)
    select ${_id}, true, n || repeat('中', 4990), ${server.clock.now()}
    from generate_series(1, ${REPLY_COUNT}) n`.execute(server.db);
  const write = () =>
    inTransaction(server.db, null, (transaction) => writeMessages(transaction, server.clock.now()));
  const first = await write();
  expect(first.deliveries).toHaveLength(first.count);
  expect(first.count).toBeGreaterThan(10);
  expect(first.count).toBeLessThan(REPLY_COUNT);
  expect((await write()).count).toBe(REPLY_COUNT - first.count);
  expect((await write()).count).toBe(0);
  const { rows } = await sql<{ body: string }>`
    select body from webhook_deliveries order by id desc limit 1`.execute(server.db);
  const { data } = JSON.parse(rows[0]?.body ?? '') as { data: { messages: { text: string }[] } };
  const numbers = data.messages.map(({ text }) => Number.parseInt(text, 10));
  expect(numbers).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
});

test('a message that is being written during an erasure is deleted', async () => {
  const server = await startTestApp({ allowsPrivateWebhooks: true });
  onTestFinished(() => server.close());
  const { agent, user, admin } = await server.addPeople();
  await server.ok(endpoints.createWebhook, {
    as: admin,
    body: { url: 'http://127.0.0.1:9/', events: ['inquiry.created'], isEnabled: true },
  });
  const { _id: id } = await server.ok(endpoints.ask, {
    as: user,
    params: { id: await server.addProperty(agent) },
    body: { message: 'Is there a cellar in this house?' },
  });
  const written = Promise.withResolvers<void>();
  const canCommit = Promise.withResolvers<void>();
  const writing = inTransaction(server.db, null, async (transaction) => {
    expect((await writeMessages(transaction, server.clock.now())).deliveries).toHaveLength(1);
    written.resolve();
    await canCommit.promise;
  });
  await written.promise;
  const erasing = inTransaction(server.db, null, (transaction) =>
    deleteMessagesAbout(transaction, 'inquiry', [id]),
  );
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      return rows.length;
    })
    .toBe(1);
  canCommit.resolve();
  await Promise.all([writing, erasing]);
  expect((await sql`select from webhook_deliveries`.execute(server.db)).rows).toEqual([]);
});
