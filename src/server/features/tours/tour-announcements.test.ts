/**
 * Tests the effects of tour changes: emails with calendar entries, notifications, and automatic
 * cancellations.
 */

import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { markProvenForInquiry } from '#server/jobs/mail-proof-repository.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { addTourAgent, book, byToken, NEXT_SLOT, SLOT } from './tour.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROBIN = { name: 'Robin Typed', email: 'robin@example.org', phone: '555-0199' };

let server: TestApp;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.addUser({ role: 'admin' });
  return () => server.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
  await sql`delete from sent_mails`.execute(server.db);
  await takeEmails();
});

/** Returns the emails sent since the last call. */
async function takeEmails(): Promise<Mail[]> {
  await server.waitUntilIdle();
  return server.emails.splice(0);
}

async function findInquiryId({ _id }: { _id: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select inquiry_id as id from tours where id = ${_id}`.execute(server.db);
  return rows[0]?.id ?? '';
}

const findMailTo = (emails: readonly Mail[], address: string): Mail => {
  const matches = emails.filter((mail) => mail.to === address);
  const [mail] = matches;
  if (mail === undefined || matches.length > 1)
    throw new Error(`${matches.length} emails were sent to ${address}.`);
  return mail;
};

function readEntry({ calendar }: Mail) {
  expect(calendar).toBeDefined();
  const component = new ICAL.Component(ICAL.parse(calendar!.content) as never);
  const event = new ICAL.Event(component.getFirstSubcomponent('vevent')!);
  expect(component.getFirstPropertyValue('method')).toBe(calendar!.method);
  return {
    method: calendar!.method,
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    status: String(event.component.getFirstPropertyValue('status')),
    organizer: event.organizer.toLowerCase(),
    attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
  };
}

const bookRobin = (homeId: string, start = SLOT) => book(server, homeId, { ...ROBIN, start });
const change = (booking: { _id: string; token: string }, body: object) =>
  server.ok(endpoints.changeTour, { ...byToken(booking), body });

describe('emails', () => {
  test('send both parties an invitation, an update, and a cancellation', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await bookRobin(homeId);
    const bookingEmails = await takeEmails();
    const invitation = readEntry(findMailTo(bookingEmails, ROBIN.email));
    expect(invitation).toMatchObject({
      method: 'REQUEST',
      start: SLOT,
      status: 'CONFIRMED',
      organizer: `mailto:${agent.email}`,
      attendees: [`mailto:${ROBIN.email}`],
    });
    expect(readEntry(findMailTo(bookingEmails, agent.email))).toEqual(invitation);
    expect(findMailTo(bookingEmails, agent.email)).toMatchObject({
      replyTo: { name: ROBIN.name, address: ROBIN.email },
    });

    await change(booking, { start: NEXT_SLOT });
    const moveEmails = await takeEmails();
    const entry = readEntry(findMailTo(moveEmails, ROBIN.email));
    expect(entry).toMatchObject({ method: 'REQUEST', uid: invitation.uid, start: NEXT_SLOT });
    expect(entry.sequence).toBeGreaterThan(invitation.sequence);
    expect(readEntry(findMailTo(moveEmails, agent.email))).toEqual(entry);

    await change(booking, { status: 'canceled' });
    const cancellationEmails = await takeEmails();
    const cancellation = readEntry(findMailTo(cancellationEmails, agent.email));
    expect(cancellation).toMatchObject({
      method: 'CANCEL',
      uid: invitation.uid,
      status: 'CANCELLED',
    });
    expect(cancellation.sequence).toBeGreaterThan(entry.sequence);
    expect(readEntry(findMailTo(cancellationEmails, ROBIN.email))).toEqual(cancellation);
  });

  test('include the visitor’s message only for the agent', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const message = 'May I bring my dog?';
    const booking = await book(server, homeId, { ...ROBIN, message });
    const bookingEmails = await takeEmails();
    expect(findMailTo(bookingEmails, agent.email).text).toContain(message);
    expect(JSON.stringify(findMailTo(bookingEmails, ROBIN.email))).not.toContain(message);
    await change(booking, { start: NEXT_SLOT });
    expect(JSON.stringify(await takeEmails())).not.toContain(message);
  });

  test('include the message if the inquiry is assigned to another agent, who is notified, too', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const otherAgent = await server.addUser({ role: 'agent' });
    const visitor = await server.addUser();
    const question = { as: visitor, params: { id: homeId }, body: { message: 'Is there a pool?' } };
    const { _id: id } = await server.ok(endpoints.ask, question);
    const assignment = { as: admin, params: { id }, body: { agentId: otherAgent._id } };
    await server.ok(endpoints.assignInquiry, assignment);
    await takeEmails();
    const message = 'May I bring my dog?';
    await book(server, homeId, { as: visitor, message });
    const emails = await takeEmails();
    for (const { email } of [agent, otherAgent])
      expect(findMailTo(emails, email).text).toContain(message);
  });

  test('omit the message for a former agent', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const message = 'We would come with a dog, if that is all right.';
    await book(server, homeId, { ...ROBIN, message });
    const demotion = { as: admin, params: { id: agent._id }, body: { role: 'user' } };
    await server.ok(endpoints.changeRole, demotion);
    expect(JSON.stringify(await takeEmails())).not.toContain(message);
  });

  test('are sent to an account’s current address', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const user = await server.addUser();
    const { _id } = await book(server, homeId, { as: user });
    await takeEmails();
    const email = `new-${user.email}`;
    await server.db.updateTable('users').set({ email }).where('id', '=', user._id).execute();
    await server.ok(endpoints.changeTour, {
      as: agent,
      params: { id: _id },
      body: { status: 'canceled' },
    });
    const emails = await takeEmails();
    expect(readEntry(findMailTo(emails, email)).attendees).toEqual([`mailto:${email}`]);
    expect(findMailTo(emails, agent.email).replyTo).toMatchObject({ address: email });
  });

  test('include no calendar entry for a request until it is confirmed', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const booking = await bookRobin(homeId);
    for (const mail of await takeEmails()) expect(mail.calendar).toBeUndefined();
    // Four emails are sent to this address, one more than allowed for an unproven one.
    const inquiryId = await findInquiryId(booking);
    await markProvenForInquiry(server.db, { inquiryId, address: ROBIN.email });
    const agentOptions = { as: agent, params: { id: booking._id } };
    await server.ok(endpoints.changeTour, { ...agentOptions, body: { status: 'booked' } });
    expect(readEntry(findMailTo(await takeEmails(), ROBIN.email)).method).toBe('REQUEST');
    await change(booking, { start: NEXT_SLOT });
    expect(readEntry(findMailTo(await takeEmails(), ROBIN.email))).toMatchObject({
      status: 'TENTATIVE',
    });
    await server.ok(endpoints.changeTour, { ...agentOptions, body: { status: 'declined' } });
    expect(readEntry(findMailTo(await takeEmails(), ROBIN.email)).method).toBe('CANCEL');
  });

  test('contain no user-entered text for an unproven address and are limited to three a day', async () => {
    const { homeId } = await addTourAgent(server);
    await bookRobin(homeId);
    const mail = (await takeEmails()).find(({ to: address }) => address === ROBIN.email);
    const content = JSON.stringify(mail);
    expect(content).not.toContain(ROBIN.name);
    expect(content).not.toContain(ROBIN.phone);
    expect(content).toContain('3-bed house for $450,000');
    // The email contains neither the agent's name nor the listing's title or address.
    expect(content).not.toMatch(/Person Number|House by the lake|Main St/);
    let mailCount = 0;
    for (let count = 0; count < 3; count += 1) {
      await bookRobin((await addTourAgent(server)).homeId);
      mailCount += (await takeEmails()).filter(({ to: address }) => address === ROBIN.email).length;
    }
    expect(mailCount).toBe(2);
  });

  test('link the visitor to the tour', async () => {
    const { homeId } = await addTourAgent(server);
    const { _id } = await bookRobin(homeId);
    const { text } = findMailTo(await takeEmails(), ROBIN.email);
    const link = /https:\S+\/tour\?id=(?<id>\d+)&token=(?<token>[\w-]+)/.exec(text)?.groups;
    expect(link?.['id']).toBe(_id);
    const tour = await server.ok(endpoints.getTour, byToken({ _id, token: link?.['token'] ?? '' }));
    expect(tour.start).toBe(SLOT);
  });

  test('remind both parties a day before the tour’s current start', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await bookRobin(homeId, '2026-03-05T16:00:00.000Z');
    const start = '2026-03-06T16:00:00.000Z';
    await change(booking, { start });
    const otherTour = await book(server, homeId, { start: '2026-03-06T17:00:00.000Z' });
    await change(otherTour, { status: 'canceled' });
    await takeEmails();
    await server.runJobs(new Date(Date.parse(start) - DAY_MS - 1));
    expect(server.emails.splice(0)).toEqual([]);
    await server.runJobs(new Date(Date.parse(start) - DAY_MS));
    const emails = server.emails.splice(0);
    expect(emails.map((mail) => mail.to).toSorted()).toEqual([agent.email, ROBIN.email].toSorted());
    await server.runJobs(new Date(Date.parse(start)));
    expect(server.emails.splice(0)).toEqual([]);
  });
});

describe('notifications', () => {
  const readNotifications = async (as: TestUser) =>
    (await server.ok(endpoints.listNotifications, { as })).map(({ kind, title, link }) => ({
      kind,
      title,
      link,
    }));

  test('are sent to the side that did not make the change', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const user = await server.addUser({ name: 'Una' });
    const { _id } = await book(server, homeId, { as: user });
    expect(await readNotifications(agent)).toEqual([
      {
        kind: 'tour',
        title: 'Una booked a tour for Tue, Mar 3, 10:00 AM: House by the lake',
        link: '/dashboard/tours?week=2026-03-03',
      },
    ]);
    expect(await readNotifications(user)).toEqual([]);
    const options = { as: agent, params: { id: _id }, body: { status: 'canceled' } };
    await server.ok(endpoints.changeTour, options);
    expect(await readNotifications(user)).toMatchObject([{ kind: 'tour', link: '/tours' }]);
    expect(await readNotifications(agent)).toHaveLength(1);
  });
});

describe('automatic changes', () => {
  const statusOf = async (booking: { _id: string; token: string }) =>
    (await server.ok(endpoints.getTour, byToken(booking))).status;

  test('an unanswered request is declined at its start', async () => {
    const { agent, homeId } = await addTourAgent(server, { mode: 'request' });
    const booking = await bookRobin(homeId);
    await takeEmails();
    await server.runJobs(new Date(Date.parse(SLOT) - 1));
    expect(await statusOf(booking)).toBe('requested');
    await server.runJobs(new Date(SLOT));
    expect(await statusOf(booking)).toBe('declined');
    expect(server.emails.splice(0).map((mail) => mail.to)).toContain(agent.email);
  });

  test('a moved request is declined at its new start', async () => {
    const { homeId } = await addTourAgent(server, { mode: 'request' });
    const booking = await bookRobin(homeId);
    await change(booking, { start: NEXT_SLOT });
    await server.runJobs(new Date(SLOT));
    expect(await statusOf(booking)).toBe('requested');
    await server.runJobs(new Date(NEXT_SLOT));
    expect(await statusOf(booking)).toBe('declined');
  });

  test('reminders are sent and unanswered requests are declined even if the queue was emptied', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const requestAgent = await addTourAgent(server, { mode: 'request' });
    await bookRobin(homeId, '2026-03-05T16:00:00.000Z');
    const request = await book(server, requestAgent.homeId, { start: '2026-03-05T16:00:00.000Z' });
    await takeEmails();
    // Simulates a restore, which empties the queue.
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
    await server.runJobs(new Date('2026-03-04T16:00:00.000Z'));
    const emails = server.emails.splice(0).map((mail) => mail.to);
    expect(emails.toSorted()).toEqual([agent.email, ROBIN.email].toSorted());
    await server.runJobs(new Date('2026-03-05T16:00:00.000Z'));
    expect(await statusOf(request)).toBe('declined');
  });

  test('a former agent’s tours are canceled, and the agent is not notified', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await bookRobin(homeId);
    await takeEmails();
    const demotion = { as: admin, params: { id: agent._id }, body: { role: 'user' } };
    await server.ok(endpoints.changeRole, demotion);
    expect(await statusOf(booking)).toBe('canceled');
    const emails = await takeEmails();
    expect(emails.map((mail) => mail.to)).toEqual([ROBIN.email]);
    expect(emails[0]?.text).toContain('The tour can no longer take place.');
    expect(readEntry(findMailTo(emails, ROBIN.email)).method).toBe('CANCEL');
    const notifications = await server.ok(endpoints.listNotifications, { as: agent });
    expect(JSON.stringify(notifications)).not.toContain('canceled');
  });

  test('an email to an agent who was demoted after it was queued is not sent', async () => {
    const { agent, homeId } = await addTourAgent(server);
    await bookRobin(homeId);
    const demotion = { as: admin, params: { id: agent._id }, body: { role: 'user' } };
    await server.ok(endpoints.changeRole, demotion);
    const emails = await takeEmails();
    expect(emails.length).toBeGreaterThan(0);
    expect(emails.filter((mail) => mail.to === agent.email)).toEqual([]);
  });

  test('old tours are deleted, and deleting an inquiry erases its tour’s visitor', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const [erasedTour, oldTour] = [
      await bookRobin(homeId),
      await book(server, homeId, { start: NEXT_SLOT }),
    ];
    const params = { id: await findInquiryId(erasedTour) };
    await server.ok(endpoints.deleteInquiry, { as: admin, params });
    expect((await server.error(endpoints.getTour, byToken(erasedTour))).status).toBe(404);
    const { rows: remaining } = await sql<{ text: string }>`
      select t::text as text from tours t where id = ${erasedTour._id}`.execute(server.db);
    expect(remaining[0]?.text).toContain('canceled');
    expect(remaining[0]?.text).not.toMatch(/robin|555-0199/i);
    const end = Date.parse(NEXT_SLOT) + 30 * 60_000;
    const agentOptions = { as: agent, params: { id: oldTour._id } };
    await server.runJobs(new Date(end + 730 * DAY_MS));
    await server.ok(endpoints.getTour, agentOptions);
    await server.runJobs(new Date(end + 731 * DAY_MS));
    expect((await server.error(endpoints.getTour, agentOptions)).status).toBe(404);
  });

  test('an old inquiry is not deleted until its upcoming tour is over', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await bookRobin(homeId);
    const params = { id: await findInquiryId(booking) };
    const lastMessageAt = new Date(server.clock.now().getTime() - 731 * DAY_MS);
    await sql`
      update inquiries set last_message_at = ${lastMessageAt} where id = ${params.id}`.execute(
      server.db,
    );
    await server.runJobs(server.clock.now());
    expect(await server.ok(endpoints.getTour, byToken(booking))).toMatchObject({
      name: ROBIN.name,
      status: 'booked',
    });
    await server.ok(endpoints.getInquiry, { as: agent, params });
    await server.runJobs(new Date(Date.parse(SLOT) + DAY_MS));
    expect(await server.status(endpoints.getInquiry, { as: agent, params })).toBe(404);
  });

  test('emails about a home marked unavailable are attributed to its agent', async () => {
    const { agent, homeId } = await addTourAgent(server);
    await bookRobin(homeId);
    const countCaused = async () => {
      await server.waitUntilIdle();
      const { rows } = await sql`
        select from mail_causes where cause = ${`account ${agent._id}`}`.execute(server.db);
      return rows.length;
    };
    expect(await countCaused()).toBe(0);
    await server.ok(endpoints.toggleAvailability, { as: agent, params: { id: homeId } });
    // One email to each side.
    expect(await countCaused()).toBe(2);
  });

  test.each(['marked unavailable', 'marked unavailable in bulk', 'deleted'])(
    'tours of a home that is %s are canceled',
    async (change) => {
      const { agent, homeId } = await addTourAgent(server);
      const booking = await bookRobin(homeId);
      const otherTour = await book(server, await server.addProperty(agent), { start: NEXT_SLOT });
      await takeEmails();
      const options = { as: agent, params: { id: homeId } };
      if (change === 'marked unavailable') await server.ok(endpoints.toggleAvailability, options);
      if (change === 'deleted') await server.ok(endpoints.deleteProperty, options);
      if (change === 'marked unavailable in bulk') {
        const body = { ids: [homeId], action: 'mark-unavailable' };
        await server.ok(endpoints.changeProperties, { as: agent, body });
      }
      const tour = await server.ok(endpoints.getTour, byToken(booking));
      expect(tour.status).toBe('canceled');
      expect(tour.property).toMatchObject({
        _id: change === 'deleted' ? null : homeId,
        title: 'House by the lake',
      });
      expect(await statusOf(otherTour)).toBe('booked');
      expect(readEntry(findMailTo(await takeEmails(), ROBIN.email)).method).toBe('CANCEL');
    },
  );

  test('a deleted visitor’s tours are canceled and anonymized', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const user = await server.addUser();
    const booking = await book(server, homeId, { as: user, phone: '555' });
    await takeEmails();
    await server.ok(endpoints.deleteUser, { as: admin, params: { id: user._id } });
    const tour = await server.ok(endpoints.getTour, { as: agent, params: { id: booking._id } });
    expect((await server.error(endpoints.getTour, byToken(booking))).status).toBe(404);
    expect(tour).toMatchObject({
      status: 'canceled',
      name: 'Deleted user',
      email: null,
      phone: null,
    });
    const emails = await takeEmails();
    expect(emails.map((mail) => mail.to)).toEqual([agent.email]);
    expect(emails[0]?.text).toContain('The tour can no longer take place.');
  });

  test('a deleted agent’s tours are canceled in the visitor’s calendar', async () => {
    const { agent, homeId } = await addTourAgent(server);
    const booking = await bookRobin(homeId);
    await takeEmails();
    await server.ok(endpoints.deleteUser, { as: admin, params: { id: agent._id } });
    const tour = await server.ok(endpoints.getTour, byToken(booking));
    expect(tour).toMatchObject({
      status: 'canceled',
      property: { _id: null },
      agent: { _id: null, name: 'Deleted user' },
    });
    const emails = await takeEmails();
    const entry = readEntry(findMailTo(emails, ROBIN.email));
    expect(entry).toMatchObject({ method: 'CANCEL', organizer: `mailto:${agent.email}` });
    expect(emails.map((mail) => mail.to)).not.toContain(agent.email);
  });
});
