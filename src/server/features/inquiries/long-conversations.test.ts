/** Tests limits so that long conversations and many messages do not delay other requests (docs/product/inquiries.md). */

import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { INQUIRY_LIMITS } from '#shared/limits.ts';
import { inTransaction } from '#server/database/database.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '#server/http/limits/rate-limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, SLOT } from '../tours/tour.fixture.ts';

const HOUR_MS = 60 * 60_000;
const LONG_TIMEOUT = { timeout: 20_000 };
const MESSAGE = 'Is the garden included?';
const CONVERSATION_FULL =
  'This conversation has reached its maximum length. A new question about the home starts a new one.';

let server: TestApp;
let agent: TestUser;
let sender: TestUser;
let home: string;
/** The sender's inquiry. */
let id: string;
let token: string;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(HOUR_MS);
  await sql`delete from rate_limits`.execute(server.db);
  agent = await server.addUser({ role: 'agent' });
  sender = await server.addUser();
  home = await server.addProperty(agent);
  ({ _id: id, token } = await ask());
});

const ask = (fields: { token?: string } = {}, as: TestUser | undefined = sender) =>
  server.ok(endpoints.ask, {
    as,
    params: { id: home },
    body: { name: 'Vera Visitor', email: 'vera@example.org', message: MESSAGE, ...fields },
  });
const get = (as = agent) => server.ok(endpoints.getInquiry, { as, params: { id } });
const buildMessage = (as?: TestUser, ip?: string) => ({
  as,
  ...(ip === undefined ? {} : { ip }),
  params: { id },
  query: as === undefined ? { token } : {},
  body: { message: MESSAGE },
});
/** Adds messages to the sender's inquiry. */
const addMessages = (count: number, text = MESSAGE) =>
  sql`
    insert into inquiry_messages (inquiry_id, is_from_agent, text, created_at)
    select ${id}, false, ${text}, ${server.clock.now()} from generate_series(1, ${count})`.execute(
    server.db,
  );

test('a conversation has at most 500 messages, all of which are returned', async () => {
  await addMessages(INQUIRY_LIMITS.conversationMessages - 2);
  await server.ok(endpoints.answerInquiry, buildMessage(agent));
  for (const as of [agent, sender, undefined]) {
    expect(await server.error(endpoints.answerInquiry, buildMessage(as))).toMatchObject({
      status: 409,
      message: CONVERSATION_FULL,
    });
  }
  expect((await get()).messages).toHaveLength(500);
});

test('a conversation has at most 2 MB of text', async () => {
  const text = '中'.repeat(5_000);
  await addMessages(Math.floor(INQUIRY_LIMITS.conversationBytes / Buffer.byteLength(text)), text);
  await server.ok(endpoints.answerInquiry, buildMessage(sender));
  await addMessages(1, text);
  expect(await server.status(endpoints.answerInquiry, buildMessage(agent))).toBe(409);
});

test('a question about a home whose conversation is full opens a new one', async () => {
  expect((await ask())._id).toBe(id);
  await addMessages(INQUIRY_LIMITS.conversationMessages);
  const next = await ask();
  expect(next._id).not.toBe(id);
  expect((await ask())._id).toBe(next._id);
  expect((await ask({ token }, undefined))._id).not.toBe(id);
});

test('each side can write 120 messages an hour, even with many accounts', async () => {
  const others = [sender, await server.addUser(), await server.addUser()];
  const writeAs = (as: TestUser, number: number) =>
    server.status(endpoints.answerInquiry, {
      ...buildMessage(as, `192.0.2.${number % 250}`),
      query: { token },
    });
  for (let count = 0; count < 120; count += 1)
    expect(await writeAs(others[count % 3] ?? sender, count)).toBe(201);
  for (const as of others) expect(await writeAs(as, 0)).toBe(429);
  await server.ok(endpoints.answerInquiry, buildMessage(agent));
});

test('messages are limited per IP address, across accounts', async () => {
  expect(DEFAULT_RATE_LIMITS.inquiryMessagesPerIp).toEqual({ max: 1_200, seconds: 3_600 });
  const limitedServer = await startTestApp({
    db: server.db,
    readDb: server.db,
    rateLimits: { ...DEFAULT_RATE_LIMITS, inquiryMessagesPerIp: { max: 2, seconds: 3_600 } },
  });
  const statusOf = (as: TestUser | undefined, ip: string) =>
    limitedServer.status(endpoints.answerInquiry, buildMessage(as, ip));
  expect(await statusOf(await server.addUser(), '192.0.2.1')).toBe(404);
  for (const as of [agent, sender]) expect(await statusOf(as, '192.0.2.1')).toBe(201);
  for (const as of [agent, undefined]) expect(await statusOf(as, '192.0.2.1')).toBe(429);
  expect(await statusOf(agent, '192.0.2.2')).toBe(201);
  await limitedServer.close();
});

test('questions and messages sent with tours count as messages', async () => {
  const startLimited = (limits: Partial<RateLimits>) =>
    startTestApp({
      db: server.db,
      readDb: server.db,
      rateLimits: { ...DEFAULT_RATE_LIMITS, ...limits },
    });
  const bookFrom = async (
    app: TestApp,
    homeId: string,
    { ip, ...fields }: { ip: string; message?: string; token?: string },
  ) =>
    app.status(endpoints.bookTour, {
      as: await server.addUser(),
      ip,
      params: { id: homeId },
      body: { start: SLOT, ...fields },
    });
  const askFrom = async (app: TestApp, homeId: string, ip: string, fields: object = {}) =>
    app.status(endpoints.ask, {
      as: await server.addUser(),
      ip,
      params: { id: homeId },
      body: { message: MESSAGE, ...fields },
    });

  const ipApp = await startLimited({ inquiryMessagesPerIp: { max: 2, seconds: 3_600 } });
  const { homeId } = await addTourAgent(server);
  expect(await askFrom(ipApp, 'unknown', '192.0.2.1')).toBe(404);
  for (const status of [201, 201, 429])
    expect(await askFrom(ipApp, homeId, '192.0.2.1')).toBe(status);
  expect(await bookFrom(ipApp, homeId, { ip: '192.0.2.1', message: MESSAGE })).toBe(429);
  expect(await bookFrom(ipApp, homeId, { ip: '192.0.2.1' })).toBe(201);
  expect(await askFrom(ipApp, homeId, '192.0.2.2')).toBe(201);
  await ipApp.close();

  // Others continue the conversation with its link.
  const sideApp = await startLimited({ inquiryMessagesPerSender: { max: 2, seconds: 3_600 } });
  const { homeId: otherHomeId } = await addTourAgent(server);
  const { token: link } = await server.ok(endpoints.ask, {
    as: sender,
    params: { id: otherHomeId },
    body: { message: MESSAGE },
  });
  for (const [index, status] of [201, 201, 429].entries())
    expect(await askFrom(sideApp, otherHomeId, `192.0.2.${index}`, { token: link })).toBe(status);
  const tour = { ip: '192.0.2.9', message: MESSAGE };
  expect(await bookFrom(sideApp, otherHomeId, { ...tour, token: link })).toBe(429);
  expect(await bookFrom(sideApp, otherHomeId, tour)).toBe(201);
  await sideApp.close();
});

test('questions are limited per IPv6 /48', async () => {
  const limitedServer = await startTestApp({
    db: server.db,
    readDb: server.db,
    rateLimits: { ...DEFAULT_RATE_LIMITS, inquiriesPerSender: { max: 1, seconds: 3_600 } },
  });
  const homeId = await server.addProperty(agent);
  const ask = (ip: string) =>
    limitedServer.status(endpoints.ask, {
      ip,
      params: { id: homeId },
      body: { name: 'Ann', email: 'ann@example.org', message: 'Is this home available?' },
    });
  for (let count = 1; count <= 10; count += 1)
    expect(await ask(`2001:db8:1:${count}::1`)).toBe(201);
  expect(await ask('2001:db8:1:11::1')).toBe(429);
  expect(await ask('2001:db8:2::1')).toBe(201);
  await limitedServer.close();
});

test('a changed conversation is read only after the change has released its locks', async () => {
  await server.ok(endpoints.answerInquiry, buildMessage(sender));
  const expectInquiryToMatch = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql`
      select from inquiries where id = ${id} and ${condition}`.execute(server.db);
    expect(rows).toHaveLength(1);
  };
  const reads = await inTransaction(server.db, null, async (transaction) => {
    await sql`lock table inquiry_messages in access exclusive mode`.execute(transaction);
    const read = server.ok(endpoints.readInquiry, { as: agent, params: { id } });
    await vi.waitFor(() => expectInquiryToMatch(sql`is_read_by_agent`), LONG_TIMEOUT);
    const body = { stage: 'offer' };
    const changeResponse = server.ok(endpoints.changeInquiry, { as: agent, params: { id }, body });
    await vi.waitFor(() => expectInquiryToMatch(sql`stage = 'offer'`), LONG_TIMEOUT);
    return { read, changeResponse };
  });
  expect(await reads.read).toMatchObject({ isRead: true, messages: [{}, {}] });
  expect(await reads.changeResponse).toMatchObject({ stage: 'offer', messages: [{}, {}] });
});
