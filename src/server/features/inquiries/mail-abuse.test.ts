/**
 * Tests attempts to send unwanted emails through the site (docs/product/mail.md).
 */

import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken, NEXT_SLOT, SLOT } from '../tours/tour.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;
const VICTIM = 'victim@example.org';
const SPAM = 'Cheap-pills at https://pills.example';

let server: TestApp;
let agent: TestUser;
let home: string;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(DAY_MS);
  for (const table of ['rate_limits', 'stopped_addresses'])
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  await server.db.deleteFrom('users').where('email', '=', VICTIM).execute();
  agent = await server.addUser({ role: 'agent', name: 'Pills-agent', isProven: false });
  home = await server.addProperty(agent, {
    title: SPAM,
    address: 'Pills Street 1',
    city: 'Pillsburg',
  });
  await takeVictimEmails();
});

/** Returns the emails to the victim since the last call. */
async function takeVictimEmails(): Promise<Mail[]> {
  await server.waitUntilIdle();
  return server.emails.splice(0).filter(({ to }) => to.toLowerCase() === VICTIM);
}

const ask = (email = VICTIM, message = 'A question about this home') =>
  server.ok(endpoints.ask, {
    params: { id: home },
    body: { name: 'Pills-visitor', email, phone: '555-pills', message },
  });
const sendReply = (id: string, message = SPAM, as = agent) =>
  server.ok(endpoints.answerInquiry, { as, params: { id }, body: { message } });
const findLink = (mail: Mail | undefined, page: string) =>
  new RegExp(`/${page}\\?(?:id=(?<id>\\d+)&)?token=(?<token>[\\w-]{43})`).exec(mail?.text ?? '')
    ?.groups ?? {};

describe('a person who never sent an inquiry', () => {
  test('gets no text from an agent who sends an inquiry with that person’s address', async () => {
    const { _id } = await ask();
    for (let count = 0; count < 20; count += 1) await sendReply(_id);
    const emails = await takeVictimEmails();
    expect(emails).toHaveLength(3);
    for (const mail of emails) {
      expect(JSON.stringify(mail)).not.toMatch(/pills/i);
      expect(mail.text).toContain('3-bed house for $450,000');
      expect(mail.replyTo).toBeUndefined();
    }
    expect(emails.at(-1)?.text).toContain('The listing agent replied to you.');
  });

  test('gets at most three emails a day of all kinds, ignoring the case of the address', async () => {
    await ask('Victim@Example.org');
    const { agent: other, homeId } = await addTourAgent(server);
    for (const start of [SLOT, NEXT_SLOT]) {
      const booking = await book(server, homeId, {
        name: 'Any One',
        email: VICTIM,
        start: moveToDay(start),
      });
      await server.ok(endpoints.changeTour, {
        as: other,
        params: { id: booking._id },
        body: { status: 'canceled' },
      });
    }
    const body = { email: VICTIM, search: { city: 'Austin' }, frequency: 'daily' };
    await server.ok(endpoints.createAlert, { body });
    expect(await takeVictimEmails()).toHaveLength(3);
    await server.clock.advance(DAY_MS);
    await ask();
    expect(await takeVictimEmails()).toHaveLength(1);
  });

  test('gets at most three emails a day, without users’ text, until an account proves the address', async () => {
    const account = await server.addUser({ email: VICTIM, role: 'agent', isProven: false });
    const listing = await server.addProperty(account, { title: 'House on the hill' });
    for (let count = 0; count < 6; count += 1) {
      await server.ok(endpoints.ask, {
        params: { id: listing },
        body: { name: 'Pills-visitor', email: `${count}@example.org`, message: SPAM },
      });
    }
    const emails = await takeVictimEmails();
    expect(emails).toHaveLength(3);
    expect(JSON.stringify(emails)).not.toMatch(/pills/i);
    // Confirming through the emailed link proves the address.
    const { token } = findLink(emails[0], 'alerts/confirm');
    await server.ok(endpoints.confirmAlert, { body: { token } });
    await server.ok(endpoints.ask, {
      params: { id: listing },
      body: { name: 'Vera Visitor', email: 'v@example.org', message: 'Is the hill high?' },
    });
    const [mail] = await takeVictimEmails();
    expect(mail?.text).toContain('Is the hill high?');
    expect(mail?.replyTo).toEqual({ name: 'Vera Visitor', address: 'v@example.org' });
  });

  test('can still reset the password and confirm the address of an account, within limits', async () => {
    const account = await server.addUser({ email: VICTIM, isProven: false });
    for (let count = 0; count < 4; count += 1) await ask();
    for (let count = 0; count < 20; count += 1) await ask(`victim+${count}@example.org`);
    expect(await takeVictimEmails()).toHaveLength(3);
    const search = { city: 'Austin' };
    await server.ok(endpoints.createSavedSearch, {
      as: account,
      body: { search, frequency: 'daily' },
    });
    const subjects = (await takeVictimEmails()).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^Confirm/)]);
    // These emails are limited per account per hour, and per address per day.
    for (const expected of [3, 0]) {
      for (let count = 0; count < 3; count += 1)
        await server.ok(endpoints.forgotPassword, { body: { email: VICTIM } });
      expect(await takeVictimEmails()).toHaveLength(expected);
      await server.clock.advance(60 * 60_000);
    }
  });

  test('gets at most 20 emails a day at all addresses of one mailbox', async () => {
    const addresses = ['vic.tim@example.org', 'v.i.c.t.i.m@example.org'];
    for (let count = 1; count <= 22; count += 1) addresses.push(`Victim+${count}@example.org`);
    for (const address of addresses) await ask(address);
    await server.waitUntilIdle();
    const isVictim = ({ to }: Mail) => /^v\.?i\.?c\.?t\.?i\.?m.*@/i.test(to);
    expect(server.emails.splice(0).filter(isVictim)).toHaveLength(20);
    await ask('other@example.org');
    await server.waitUntilIdle();
    expect(server.emails.splice(0).filter(({ to }) => to === 'other@example.org')).toHaveLength(1);
  });

  test('can stop all emails with one click, until they prove the address', async () => {
    const { _id } = await ask();
    const [mail] = await takeVictimEmails();
    expect(mail?.text).toContain('Stop all emails from this site');
    const url = new URL(mail?.unsubscribeUrl ?? '');
    expect(url.pathname).toBe('/api/unsubscribe');
    const token = url.searchParams.get('token') ?? '';
    expect(findLink(mail, 'unsubscribe').token).toBe(token);
    for (let count = 0; count < 2; count += 1)
      await server.ok(endpoints.unsubscribe, { query: { token } });
    await sendReply(_id);
    await server.ok(endpoints.createAlert, {
      body: { email: VICTIM, search: { city: 'Austin' }, frequency: 'daily' },
    });
    expect(await takeVictimEmails()).toEqual([]);

    // Security emails are still sent, and following their link allows other emails again.
    await server.addUser({ email: VICTIM });
    await server.ok(endpoints.forgotPassword, { body: { email: VICTIM } });
    const [reset] = await takeVictimEmails();
    await server.ok(endpoints.resetPassword, {
      body: { token: findLink(reset, 'reset-password').token, password: 'brand-new' },
    });
    await sendReply(_id);
    expect(await takeVictimEmails()).toHaveLength(1);
    const { rows } = await sql<{ text: string }>`
      select t::text as text from stop_tokens t union all select s::text from sent_mails s`.execute(
      server.db,
    );
    expect(JSON.stringify(rows)).not.toMatch(/victim@/i);
  });

  test('gets full answers after replying through an emailed link', async () => {
    const { _id, token: unprovenToken } = await ask();
    const [firstMail] = await takeVictimEmails();
    const write = (token: string | undefined) =>
      server.ok(endpoints.answerInquiry, {
        params: { id: _id },
        query: { token: token ?? '' },
        body: { message: 'May I come and see it?' },
      });
    // The person who entered the address gets this link on the site, so using it proves nothing.
    await write(unprovenToken);
    await sendReply(_id, 'On Sunday');
    expect(JSON.stringify(await takeVictimEmails())).not.toContain('On Sunday');
    await write(findLink(firstMail, 'inquiry').token);
    await sendReply(_id, 'On Monday');
    const [mail] = await takeVictimEmails();
    expect(mail?.text).toContain('On Monday');
    expect(mail?.text).toContain('Stop all emails from this site');
    // The reply proves the address for this conversation only, not for later ones.
    await server.clock.advance(DAY_MS);
    const { _id: otherId } = await ask();
    await sendReply(otherId);
    const emails = await takeVictimEmails();
    expect(emails).toHaveLength(2);
    expect(JSON.stringify(emails)).not.toMatch(/pills/i);
  });

  test('gets no text from agents after confirming an alert', async () => {
    const body = { email: VICTIM, search: { city: 'Austin' }, frequency: 'daily' };
    await server.ok(endpoints.createAlert, { body });
    const { token } = findLink((await takeVictimEmails())[0], 'alerts/confirm');
    await server.ok(endpoints.confirmAlert, { body: { token } });
    const { _id } = await ask();
    await sendReply(_id);
    const emails = await takeVictimEmails();
    expect(emails).toHaveLength(2);
    expect(JSON.stringify(emails)).not.toMatch(/pills/i);
  });

  test('gets no text about a tour that belongs to a conversation with another address', async () => {
    const { agent: tourAgent, homeId } = await addTourAgent(server);
    const ownDetails = { name: 'Pills-visitor', email: 'own@example.org' };
    const { _id, token } = await server.ok(endpoints.ask, {
      params: { id: homeId },
      body: { ...ownDetails, message: 'A question about this home' },
    });
    await server.waitUntilIdle();
    const firstMail = server.emails.splice(0).find(({ to }) => to === ownDetails.email);
    const query = { token: findLink(firstMail, 'inquiry').token ?? '' };
    await server.ok(endpoints.answerInquiry, {
      params: { id: _id },
      query,
      body: { message: SPAM },
    });
    const form = { name: SPAM, email: VICTIM, token, start: moveToDay(SLOT) };
    const booking = await book(server, homeId, form);
    await server.ok(endpoints.changeTour, {
      as: tourAgent,
      params: { id: booking._id },
      body: { status: 'canceled' },
    });
    const emails = await takeVictimEmails();
    expect(emails).toHaveLength(2);
    expect(JSON.stringify(emails)).not.toMatch(/pills|House by the lake/i);
  });
});

describe('a recipient', () => {
  test('gets at most 20 emails a day about a conversation, and the rest in the next email', async () => {
    await server.addUser({ email: VICTIM, isProven: true }).then(async (sender) => {
      const { _id } = await server.ok(endpoints.ask, {
        as: sender,
        params: { id: home },
        body: { message: 'A question about this home' },
      });
      for (let count = 1; count <= 25; count += 1) await sendReply(_id, `Answer number ${count}.`);
      const emails = await takeVictimEmails();
      expect(emails).toHaveLength(20);
      expect(emails.at(-1)?.text).toContain('Answer number 20.');
      // The limit of a conversation with another agent is separate.
      const otherAgent = await server.addUser({ role: 'agent' });
      const other = await server.addProperty(otherAgent);
      const second = await server.ok(endpoints.ask, {
        as: sender,
        params: { id: other },
        body: { message: 'A question about another home' },
      });
      await sendReply(second._id, 'Another answer.', otherAgent);
      expect(await takeVictimEmails()).toHaveLength(1);

      await server.clock.advance(DAY_MS);
      const nextDay = await takeVictimEmails();
      expect(nextDay).toHaveLength(1);
      for (let count = 21; count <= 25; count += 1)
        expect(nextDay[0]?.text).toContain(`Answer number ${count}.`);
      await server.clock.advance(DAY_MS);
      expect(await takeVictimEmails()).toEqual([]);
    });
  });

  test('gets at most 20 emails a day from one agent, and the rest in the next email', async () => {
    const sender = await server.addUser({ email: VICTIM, isProven: true });
    for (const listing of [home, await server.addProperty(agent)]) {
      const { _id } = await server.ok(endpoints.ask, {
        as: sender,
        params: { id: listing },
        body: { message: 'A question about this home' },
      });
      for (let count = 1; count <= 15; count += 1) await sendReply(_id, `Answer number ${count}.`);
    }
    expect(await takeVictimEmails()).toHaveLength(20);
    await server.clock.advance(DAY_MS);
    const [nextMail, ...others] = await takeVictimEmails();
    expect(others).toEqual([]);
    for (let count = 6; count <= 15; count += 1)
      expect(nextMail?.text).toContain(`Answer number ${count}.`);
  });

  test('gets no combined email if the limit is exceeded for two more days', async () => {
    const sender = await server.addUser({ email: VICTIM, isProven: true });
    const { _id } = await server.ok(endpoints.ask, {
      as: sender,
      params: { id: home },
      body: { message: 'A question about this home' },
    });
    for (let count = 1; count <= 21; count += 1) await sendReply(_id, `Answer number ${count}.`);
    expect(await takeVictimEmails()).toHaveLength(20);
    const countJobs = async () => {
      const { rows } = await sql`
        select from graphile_worker.jobs where key like 'emails.combined %' and priority > 2001`.execute(
        server.db,
      );
      return rows.length;
    };
    expect(await countJobs()).toBe(1);
    for (let day = 1; day <= 3; day += 1) {
      await server.clock.advance(DAY_MS);
      await sql`update sent_mails set sent_at = ${server.clock.now()}`.execute(server.db);
      await server.runJobs();
      expect(await takeVictimEmails()).toEqual([]);
    }
    expect(await countJobs()).toBe(0);
  });

  test('gets at most 200 emails a day about all conversations, plus each author’s first email, and the rest the next day', async () => {
    const account = await server.addUser({ email: VICTIM, role: 'agent', isProven: true });
    const listing = await server.addProperty(account);
    await sql`
      insert into sent_mails (message_key, address_hash, kind, about, author_id, sent_at)
      select 'earlier ' || n, address_hash(${VICTIM}), 'inquiries.question-mail', 'inquiry -' || n, -n,
        ${server.clock.now()}
      from generate_series(1, 198) n`.execute(server.db);
    const askAs = (as: TestUser, count: number) =>
      server.ok(endpoints.ask, {
        as,
        params: { id: listing },
        body: { message: `Question number ${count}.` },
      });
    // Each account starts its own conversation. Without proven addresses, they count as one author: their network.
    for (let count = 1; count <= 4; count += 1) await askAs(await server.addUser(), count);
    expect(await takeVictimEmails()).toHaveLength(2);
    const buyer = await server.addUser({ isProven: true });
    for (const count of [5, 6]) await askAs(buyer, count);
    expect((await takeVictimEmails()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Question number 5.'),
    ]);
    await server.clock.advance(DAY_MS);
    const nextDay = await takeVictimEmails();
    expect(nextDay).toHaveLength(3);
    const texts = nextDay.map(({ text }) => text).join('');
    for (const count of [3, 4, 6]) expect(texts).toContain(`Question number ${count}.`);
  });

  test('gets at most 20 emails a day from all accounts of one mailbox, and 40 from one network’s proven accounts', async () => {
    const account = await server.addUser({ email: VICTIM, role: 'agent', isProven: true });
    const listing = await server.addProperty(account);
    const askFrom = (ip: string, as: TestUser) =>
      server.ok(endpoints.ask, {
        ip,
        as,
        params: { id: listing },
        body: { message: `A question from ${as.email}` },
      });
    for (let count = 1; count <= 7; count += 1) {
      const mallory = await server.addUser({
        email: `mallory+${count}@example.org`,
        isProven: true,
      });
      for (let question = 0; question < 3; question += 1)
        await askFrom(`192.0.2.${count}`, mallory);
    }
    expect(await takeVictimEmails()).toHaveLength(20);

    const [first, last, buyer] = [
      await server.addUser({ isProven: true }),
      await server.addUser({ isProven: true }),
      await server.addUser({ isProven: true }),
    ];
    await askFrom('192.0.2.100', first);
    expect(await takeVictimEmails()).toHaveLength(1);
    await sql`
      insert into sent_mails (message_key, address_hash, kind, about, author_id, author_network, sent_at)
      select 'network ' || n, address_hash, kind, 'inquiry -' || n, -n, author_network, sent_at
      from sent_mails, generate_series(1, 39) n
      where address_hash = address_hash(${VICTIM}) and author_id = ${first._id}`.execute(server.db);
    await askFrom('192.0.2.100', last);
    await askFrom('192.0.2.101', buyer);
    expect((await takeVictimEmails()).map(({ text }) => text)).toEqual([
      expect.stringContaining(`A question from ${buyer.email}`),
    ]);
    await server.clock.advance(DAY_MS);
    const texts = (await takeVictimEmails()).map(({ text }) => text).join('');
    expect(texts).toContain(`A question from ${last.email}`);
  });

  test('gets at most 20 emails a day from unproven senders in one network and still gets emails from others', async () => {
    const { agent: account, homeId } = await addTourAgent(server);
    const askFrom = (ip: string, number: number, as?: TestUser) =>
      server.ok(endpoints.ask, {
        as,
        ip,
        params: { id: homeId },
        body: {
          ...(as === undefined ? { name: 'Any One', email: `any-${number}@example.org` } : {}),
          message: `Question number ${number}.`,
        },
      });
    const takeEmails = async () => {
      await server.waitUntilIdle();
      return server.emails.splice(0).filter(({ to }) => to === account.email);
    };
    const addProvenUser = () => server.addUser({ isProven: true });
    // An IPv6 /48 counts as one network. Its last request, a tour, exceeds the limit.
    for (let count = 1; count <= 22; count += 1) {
      const as = count % 2 === 0 ? await server.addUser() : undefined;
      await askFrom(`2001:db8:1:${count}::1`, count, as);
    }
    const ip = '2001:db8:1:99::1';
    const visitor = { name: 'Any One', email: 'any@example.org', start: moveToDay(SLOT) };
    await server.ok(endpoints.bookTour, { ip, params: { id: homeId }, body: visitor });
    expect(await takeEmails()).toHaveLength(20);
    await askFrom('2001:db8:2::1', 30);
    await askFrom(ip, 31, await addProvenUser());
    expect(await takeEmails()).toHaveLength(2);

    await sql`
      insert into sent_mails (message_key, address_hash, kind, about, author_network, sent_at)
      select 'others ' || n, address_hash(${account.email}), 'inquiries.question-mail', 'inquiry -' || n,
        'network ' || n, ${server.clock.now()}
      from generate_series(1, 79) n`.execute(server.db);
    await askFrom('2001:db8:3::1', 40, await server.addUser());
    expect(await takeEmails()).toEqual([]);
    await askFrom('2001:db8:3::1', 41, await addProvenUser());
    expect((await takeEmails()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Question number 41.'),
    ]);
    await server.clock.advance(DAY_MS);
    const texts = (await takeEmails()).map(({ text }) => text).join('');
    for (const count of [21, 22, 40]) expect(texts).toContain(`Question number ${count}.`);
  });

  test('waits for at most one email from a busy network, even if that email goes to another agent', async () => {
    const askFrom = async (ip: string) => {
      const account = await server.addUser({ role: 'agent' });
      await server.ok(endpoints.ask, {
        ip,
        as: await server.addUser(),
        params: { id: await server.addProperty(account) },
        body: { message: 'A question about this home' },
      });
      return account.email;
    };
    const busyClientEmails = [];
    for (let count = 0; count < 3; count += 1) busyClientEmails.push(await askFrom('192.0.2.1'));
    const otherEmail = await askFrom('192.0.2.2');
    await server.waitUntilIdle();
    expect(server.emails.splice(0).map(({ to }) => to)).toEqual([
      busyClientEmails[0],
      otherEmail,
      busyClientEmails[1],
      busyClientEmails[2],
    ]);
  });

  test('gets at most 20 emails a day about a tour, and then one that sums up the other changes', async () => {
    const visitor = await server.addUser({ email: VICTIM, isProven: true });
    const { agent: tourAgent, homeId } = await addTourAgent(server);
    const booking = await book(server, homeId, { as: visitor, start: moveToDay(SLOT, 3) });
    for (let count = 1; count <= 24; count += 1) {
      const start = moveToDay(count % 2 === 0 ? SLOT : NEXT_SLOT, 3);
      await server.ok(endpoints.changeTour, {
        as: tourAgent,
        params: { id: booking._id },
        body: { start },
      });
    }
    expect(await takeVictimEmails()).toHaveLength(20);
    await server.clock.advance(DAY_MS);
    const [summary, ...others] = await takeVictimEmails();
    expect(others).toEqual([]);
    expect(summary?.text).toContain('There were 4 other changes before this one.');
    await server.ok(endpoints.getTour, byToken(booking));
  });
});

/** Moves a time to a number of days after today, keeping its time of day. */
function moveToDay(time: string, daysAhead = 1): string {
  const today = server.clock.now().toISOString().slice(0, 10);
  const start = new Date(`${today}T${time.slice(11)}`);
  return new Date(start.getTime() + daysAhead * DAY_MS).toISOString();
}
