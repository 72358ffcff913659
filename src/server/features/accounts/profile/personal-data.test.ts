import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { moveAlertsToAddress } from '../../saved-searches/alerts/reschedule-alerts.ts';
import { updatePreferences } from '../../saved-searches/preference-repository.ts';
import { addTourAgent, book } from '../../tours/tour.fixture.ts';
import { readPersonalData } from './personal-data-repository.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople({
    user: { name: 'Uma User', email: 'uma@example.org' },
    agent: { name: 'Alex Agent', email: 'alex@example.org' },
  });
  const home = await server.addProperty(people.agent, { title: 'A house with a garden' });
  const { _id: id } = await server.ok(endpoints.ask, {
    as: people.user,
    params: { id: home },
    body: { message: 'Text by the user', phone: '555 0100' },
  });
  const params = { id };
  await server.ok(endpoints.answerInquiry, {
    as: people.agent,
    params,
    body: { message: 'Text by the agent' },
  });
  const body = { note: 'A note about the user' };
  await server.ok(endpoints.changeInquiry, { as: people.agent, params, body });
  await server.ok(endpoints.getInquiry, { as: people.admin, params });
  return () => server.close();
});

const downloadData = async (as: TestUser) => {
  const response = await server.app.inject({
    url: '/api/users/profile/data',
    headers: { authorization: `Bearer ${as.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="doorstep-data.json"',
    'cache-control': 'no-store',
  });
  expect(response.headers['content-type']).toContain('application/json');
  return response.body;
};

describe('GET /users/profile/data', () => {
  test('requires a signed-in user', async () => {
    expect((await server.error(endpoints.getPersonalData)).status).toBe(401);
  });

  test('rejects an account that is deleted during the request', async () => {
    const user = await server.addUser();
    const deletion = await server.db.startTransaction().execute();
    await deletion.deleteFrom('users').where('id', '=', user._id).execute();
    const status = server.status(endpoints.getPersonalData, { as: user });
    await expectWaiting(server, 'transactionid', 1);
    await deletion.commit().execute();
    expect(await status).toBe(401);
  });

  test('contains the user’s own texts and data, and nothing private from other users', async () => {
    const text = await downloadData(people.user);
    for (const included of ['Uma User', 'uma@example.org', 'Text by the user', '555 0100'])
      expect(text).toContain(included);
    for (const excludedText of ['Text by the agent', 'A note', 'alex@example.org', 'Alex Agent'])
      expect(text).not.toContain(excludedText);
    expect(text).not.toMatch(/argon2|token|hash/i);
    expect(text).not.toContain(people.user.token);
    expect(JSON.parse(text)).toMatchObject({
      account: [{ _id: people.user._id, role: 'user', avatar: null }],
      inquiries: [{ home: 'A house with a garden', messages: [{ text: 'Text by the user' }] }],
      notifications: [{ kind: 'inquiry' }],
      listings: [],
    });
  });

  test('reads listings in batches, so that they are never all in memory at once', async () => {
    const agent = await server.addUser({ role: 'agent' });
    await server.addProperty(agent, { description: 'x'.repeat(20_000) });
    await sql`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms, sqft, property_type, status)
      select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms, sqft, property_type, status
      from properties, generate_series(1, 249) where agent_id = ${agent._id}`.execute(server.db);
    const data = JSON.parse(await downloadData(agent)) as Record<string, { _id: string }[]>;
    expect(new Set(data['listings']?.map(({ _id }) => _id)).size).toBe(250);
    const batches: number[] = [];
    for await (const { part, rows } of readPersonalData(server.db, agent._id))
      if (part === 'listings') batches.push(rows.length);
    expect(batches).toEqual([100, 100, 50]);
  });

  test('reads open houses, and joined shortlists with their votes and comments, in batches', async () => {
    const user = await server.addUser({ role: 'agent' });
    const home = await server.addProperty(user);
    await sql`
      insert into open_houses (property_id, start_at, end_at, time_zone)
      select ${home}, now() + number * interval '1 day', now() + number * interval '1 day 1 hour', 'UTC'
      from generate_series(1, 1001) as number`.execute(server.db);
    await sql`
      with lists as (
        insert into shortlists (owner_id, name, created_at)
        select ${people.user._id}, 'List ' || number, now() from generate_series(1, 1001) as number
        returning id
      ), homes as (
        insert into shortlist_homes (shortlist_id, property_id, added_at)
        select id, ${home}, now() from lists
      ), members as (
        insert into shortlist_members (shortlist_id, user_id, joined_at)
        select id, ${user._id}, now() from lists
      ), votes as (
        insert into shortlist_votes (shortlist_id, property_id, user_id, vote, voted_at)
        select id, ${home}, ${user._id}, 'yes', now() from lists
      )
      insert into shortlist_comments (shortlist_id, property_id, user_id, text, created_at)
      select id, ${home}, ${user._id}, 'Comment', now() from lists`.execute(server.db);
    const data = JSON.parse(await downloadData(user)) as Record<string, Record<string, string>[]>;
    const batches = new Map<string, number[]>();
    for await (const { part, rows } of readPersonalData(server.db, user._id))
      batches.set(part, [...(batches.get(part) ?? []), rows.length]);
    for (const [part, key] of [
      ['openHouses', '_id'],
      ['shortlistsJoined', 'shortlist'],
      ['shortlistVotes', 'shortlist'],
      ['shortlistComments', '_id'],
    ] as const) {
      expect(new Set(data[part]?.map((row) => row[key])).size).toBe(1_001);
      expect({ part, batches: batches.get(part) }).toEqual({ part, batches: [500, 500, 1] });
    }
    await sql`delete from shortlists where owner_id = ${people.user._id}`.execute(server.db);
  });

  test('contains an agent’s replies without the questions, and an admin’s reads of inquiries', async () => {
    const text = await downloadData(people.agent);
    expect(JSON.parse(text)).toMatchObject({
      listings: [{ title: 'A house with a garden', features: [], pictures: [] }],
      answers: [{ text: 'Text by the agent' }],
    });
    for (const excludedText of ['Text by the user', 'Uma User', 'uma@example.org', '555 0100'])
      expect(text).not.toContain(excludedText);
    expect(JSON.parse(await downloadData(people.admin))).toMatchObject({
      inquiriesReadAsAdmin: [{}],
    });
  });

  test('contains tours, saved homes, shortlists, and searches, without other participants’ data', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const visitor = await server.addUser({ name: 'Vera Visitor' });
    const friend = await server.addUser({ name: 'Fritz Friend' });
    await book(server, homeId, { as: visitor, phone: '555 0177', message: 'Text by a visitor' });
    await server.ok(endpoints.saveFavorite, {
      as: visitor,
      params: { id: homeId },
      body: { note: 'A note on a home' },
    });
    const list = await server.ok(endpoints.createShortlist, {
      as: visitor,
      body: { name: 'Ours' },
    });
    const params = { id: list._id, propertyId: homeId };
    await server.ok(endpoints.addShortlistHome, { as: visitor, params });
    const { token } = await server.ok(endpoints.createShortlistLink, {
      as: visitor,
      params: { id: list._id },
      body: { mode: 'edit' },
    });
    await server.ok(endpoints.joinShortlist, { as: friend, body: { token } });
    const comment = (as: TestUser, text: string) =>
      server.ok(endpoints.commentOnShortlistHome, { as, params, body: { text } });
    await comment(visitor, 'The user’s own comment');
    await comment(friend, 'A friend’s comment');
    await server.ok(endpoints.voteOnShortlistHome, { as: friend, params, body: { vote: 'yes' } });
    await server.ok(endpoints.createSavedSearch, {
      as: visitor,
      body: { name: 'By the lake', search: { city: 'Austin' }, frequency: 'never' },
    });

    const visitorData = await downloadData(visitor);
    expect(JSON.parse(visitorData)).toMatchObject({
      tours: [{ home: 'House by the lake', phone: '555 0177', status: 'booked' }],
      favorites: [{ property: homeId, note: 'A note on a home' }],
      shortlists: [{ name: 'Ours', homes: [{ property: homeId }] }],
      shortlistComments: [{ text: 'The user’s own comment' }],
      shortlistVotes: [],
      savedSearches: [{ name: 'By the lake', search: { city: 'Austin' } }],
      toursGiven: [],
    });
    for (const excludedText of ['A friend’s comment', 'Fritz Friend', token, agent.email])
      expect(visitorData).not.toContain(excludedText);

    const friendData = await downloadData(friend);
    expect(JSON.parse(friendData)).toMatchObject({
      shortlists: [],
      shortlistsJoined: [{ shortlist: list._id }],
      shortlistVotes: [{ vote: 'yes' }],
      shortlistComments: [{ text: 'A friend’s comment' }],
    });
    for (const excludedText of ['The user’s own comment', 'Ours', 'Vera Visitor'])
      expect(friendData).not.toContain(excludedText);

    const agentData = await downloadData(agent);
    expect(JSON.parse(agentData)).toMatchObject({
      tourHours: [{ timeZone: 'America/Chicago' }],
      toursGiven: [{ status: 'booked' }],
      tours: [],
    });
    for (const excludedText of ['Vera Visitor', visitor.email, '555 0177', 'Text by a visitor'])
      expect(agentData).not.toContain(excludedText);
  });

  test('contains nothing about the current owner of a former address', async () => {
    const formerOwner = await server.addUser({ email: 'passed-on@example.org' });
    await updatePreferences(server.db, formerOwner._id, { confirmedEmail: formerOwner.email });
    const email = 'moved-away@example.org';
    await server.db.updateTable('users').set({ email }).where('id', '=', formerOwner._id).execute();
    const currentOwner = await server.addUser({ email: 'passed-on@example.org' });
    await updatePreferences(server.db, currentOwner._id, { confirmedEmail: currentOwner.email });
    const home = await server.addProperty(people.agent);
    await sql`
      insert into alert_memory (recipient, property_id, lowest_price)
      values (${currentOwner.email}, ${home}, 1)`.execute(server.db);
    expect(JSON.parse(await downloadData(formerOwner))).toMatchObject({ homesToldOf: [] });
    expect(JSON.parse(await downloadData(currentOwner))).toMatchObject({
      homesToldOf: [{ property: home }],
    });

    const to = { from: currentOwner.email, to: email };
    await moveAlertsToAddress(server.db, formerOwner._id, to);
    expect(JSON.parse(await downloadData(currentOwner))).toMatchObject({
      homesToldOf: [{ property: home }],
    });
    const remainingRows = await sql`
      select from alert_memory where recipient = ${email}`.execute(server.db);
    expect(remainingRows.rows).toEqual([]);
    const params = { id: formerOwner._id };
    await server.ok(endpoints.deleteUser, { as: people.admin, params });
    expect(JSON.parse(await downloadData(currentOwner))).toMatchObject({
      homesToldOf: [{ property: home }],
    });
  });

  test('leaves no personal data in any table when the account is deleted', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const visitor = await server.addUser({ name: 'Greta Gone', email: 'greta@example.org' });
    const { _id: id } = await book(server, homeId, { as: visitor, phone: '555 0199' });
    await sql`
      insert into alert_memory (recipient, property_id, lowest_price)
      values ('greta@example.org', ${homeId}, 1)`.execute(server.db);
    await server.ok(endpoints.reportProperty, {
      params: { id: homeId },
      body: { reason: 'scam', email: 'Greta@example.org' },
    });
    await server.ok(endpoints.createInvitation, {
      as: people.admin,
      body: { email: 'Greta@example.org', role: 'agent' },
    });
    for (const name of ['Greta', 'Holly']) {
      const message = `Please call ${name} about this.`;
      const body = { name, email: `${name}@example.org`, subject: 'A request', message };
      await server.ok(endpoints.sendMessage, { body });
    }
    await server.waitUntilIdle();
    await server.ok(endpoints.deleteUser, { as: people.admin, params: { id: visitor._id } });
    const messages = await server.ok(endpoints.listMessages, { as: people.admin });
    expect(messages.map(({ name }) => name)).toEqual(['Holly']);
    expect(await server.ok(endpoints.getTour, { as: agent, params: { id } })).toMatchObject({
      name: 'Deleted user',
      email: null,
      phone: null,
      status: 'canceled',
    });
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(name)} t
        where t::text ilike any (array['%greta%', '%555 0199%'])`.execute(server.db);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
  });
});
