import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { listenPatiently } from '#tests/helpers/listen-patiently.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import type { ChangeListener } from './change-listener.ts';
import { type PublicChange, readChange } from './public-changes.ts';

let server: TestApp;
let agent: TestUser;
let id: string;
let listener: ChangeListener;
const messages: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent' });
  id = await server.addProperty(agent, { price: 1_000 });
  const live = Promise.withResolvers<void>();
  listener = listenPatiently(server.databaseUrl, {
    onChange: (message) => messages.push(message),
    onLive: live.resolve,
    onLost: () => undefined,
  });
  await live.promise;
});
afterAll(async () => {
  await listener.close();
  await server.close();
});

/** What is announced of a change, by the time the connection has caught up. */
async function announcedBy(change: () => Promise<unknown>): Promise<PublicChange[]> {
  // What was announced before is none of it.
  expect(await listener.catchUp()).toBe(true);
  messages.length = 0;
  await change();
  expect(await listener.catchUp()).toBe(true);
  return messages.map(readChange);
}

const update = (text: string) => () => sql.raw(`update properties set ${text}`).execute(server.db);

describe('a listing', () => {
  test('is announced as it was and as it is', async () => {
    const [change, ...others] = await announcedBy(update(`price = 2000.5 where id = ${id}`));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'listing',
      id,
      before: { property: { price: 1_000, city: 'Austin', isAvailable: true } },
      after: { property: { price: 2_000.5, city: 'Austin', isAvailable: true } },
    });
    // Of the new form only what differs.
    expect(JSON.parse(messages[0] ?? '')).toMatchObject({ after: { price: 2_000.5 } });
    expect(messages[0]?.match(/"city"/g)).toHaveLength(1);
  });

  test('is announced with its words', async () => {
    const [change] = await announcedBy(
      update(`description = 'Río, garden & pool 12' where id = ${id}`),
    );
    expect(change).toMatchObject({
      after: { property: { description: expect.stringMatching(/\bgarden\b.*\brio\b/) as string } },
    });
  });

  test('that is new or deleted has one form', async () => {
    let added = '';
    const made = await announcedBy(async () => (added = await server.addProperty(agent)));
    expect(made).toMatchObject([{ kind: 'listing', id: added, before: null }]);
    const gone = await announcedBy(() =>
      server.db.deleteFrom('properties').where('id', '=', added).execute(),
    );
    expect(gone).toMatchObject([{ kind: 'listing', id: added, after: null }]);
  });

  test('with other pictures is announced as it is', async () => {
    const changes = await announcedBy(() =>
      sql`insert into property_images (property_id, position, key, width, height, placeholder)
        values (${id}, 1, 'a', 8, 6, 'data:,')`.execute(server.db),
    );
    expect(changes).toMatchObject([{ kind: 'listing', id }]);
  });
});

describe('anything may have changed', () => {
  test('by a text that is too long, and by very many listings', async () => {
    const words = `(select string_agg('word' || n, ' ') from generate_series(1, 1500) n)`;
    expect(await announcedBy(update(`description = ${words} where id = ${id}`))).toEqual([
      { kind: 'anything' },
    ]);
    for (let count = 0; count < 21; count += 1) await server.addProperty(agent);
    expect(await announcedBy(update('bedrooms = 4'))).toEqual([{ kind: 'anything' }]);
    expect(await announcedBy(update('bedrooms = 4 where false'))).toEqual([]);
  });

  test('by an agent’s name', async () => {
    const rename = () =>
      server.db.updateTable('users').set({ name: 'X' }).where('id', '=', agent._id).execute();
    expect(await announcedBy(rename)).toEqual([{ kind: 'anything' }]);
  });
});

test('nobody hears of a new account without a role, nor of a password', async () => {
  const changes = await announcedBy(async () => {
    const user = await server.addUser({ role: 'user' });
    await sql`update users set password_hash = 'x' where id = ${user._id}`.execute(server.db);
  });
  expect(changes).toEqual([]);
});

test('an import is announced as one', async () => {
  const changes = await announcedBy(() =>
    inTransaction(server.db, null, async (on) => {
      await sql`select set_config('doorstep.is_import', 'on', true)`.execute(on);
      await sql`update properties set bedrooms = 1 where id = ${id}`.execute(on);
      await sql`update properties set bedrooms = 2`.execute(on);
    }),
  );
  expect(changes).toEqual([{ kind: 'import' }]);
});

test.each(['', '{', 'null', '{"before":null,"after":null}', '{"after":{}}', '17'])(
  'what cannot be read may have been anything: %s',
  (message) => {
    expect(readChange(message)).toEqual({ kind: 'anything' });
  },
);
