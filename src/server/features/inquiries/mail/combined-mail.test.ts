/** Tests that each message beyond the daily limit of emails is in a later email (docs/product/mail.md, Limits). */

import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { runDueJobs } from '#server/jobs/run-due-jobs.ts';
import { JOB_TABLE } from '#server/process/job-handlers.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { addTourAgent, book, NEXT_SLOT, SLOT } from '../../tours/tour.fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let server: TestApp;
let agent: TestUser;
let sender: TestUser;
let inquiryId: string;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});
beforeEach(async () => {
  await server.clock.advance(DAY_MS);
  agent = await server.addUser({ role: 'agent' });
  sender = await server.addUser({ isProven: true });
  const { _id } = await server.ok(endpoints.ask, {
    as: sender,
    params: { id: await server.addProperty(agent) },
    body: { message: 'A question about this home' },
  });
  inquiryId = _id;
});

async function sendAnswers(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1)
    await server.ok(endpoints.answerInquiry, {
      as: agent,
      params: { id: inquiryId },
      body: { message: `Answer number ${number}.` },
    });
}

/** Sends due emails, and returns the numbers of the answers in each one to the sender. */
async function takeEmails(): Promise<number[][]> {
  await server.waitUntilIdle();
  return server.emails
    .splice(0)
    .filter(({ to }) => to === sender.email)
    .map(numbersIn);
}

const numbersIn = ({ text }: Pick<Mail, 'text'>) =>
  [...text.matchAll(/Answer number (\d+)\./g)].map(([, number]) => Number(number));

/** Returns a range of numbers. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('messages that were written before their email was withheld are combined', async () => {
  await sendAnswers(1, 23);
  await server.clock.advance(1_000);
  expect(await takeEmails()).toEqual(range(1, 20).map((number) => [number]));
  await server.clock.advance(DAY_MS);
  expect(await takeEmails()).toEqual([[21, 22, 23]]);
  await server.clock.advance(DAY_MS);
  expect(await takeEmails()).toEqual([]);
});

test('an email that is retried contains only its own message, not later ones that were withheld', async () => {
  await sendAnswers(1, 1);
  server.mailFailure.error = new Error('451 Try again later.');
  await server.waitUntilIdle();
  server.mailFailure.error = null;
  await server.clock.advance(1_000);
  await sendAnswers(2, 23);
  expect(await takeEmails()).toEqual(range(2, 20).map((number) => [number]));
  await server.clock.advance(60_000);
  expect(await takeEmails()).toEqual([[1]]);
  await server.clock.advance(DAY_MS);
  expect(await takeEmails()).toEqual([[21, 22, 23]]);
});

test('an account gets its withheld emails at its new address', async () => {
  await sendAnswers(1, 22);
  expect(await takeEmails()).toHaveLength(20);
  const email = 'new-address@example.org';
  await server.db.updateTable('users').set({ email }).where('id', '=', sender._id).execute();
  await sql`update alert_preferences set confirmed_email = ${email} where user_id = ${sender._id}`.execute(
    server.db,
  );
  await sql`update inquiries set email = ${email} where id = ${inquiryId}`.execute(server.db);
  await server.clock.advance(DAY_MS);
  await server.waitUntilIdle();
  expect(server.emails.splice(0).map((mail) => [mail.to, numbersIn(mail)])).toEqual([
    [email, [21, 22]],
  ]);
});

test('a message that is withheld while another email is being sent is combined', async () => {
  await sendAnswers(1, 20);
  const emails: Mail[] = [];
  const slowMailer = {
    send: async (mail: Mail) => {
      emails.push(mail);
      if (numbersIn(mail).includes(20)) {
        await sendAnswers(21, 21);
        await server.runJobs();
      }
      return { file: null };
    },
  };
  await runDueJobs(JOB_TABLE, server.jobContext(), slowMailer, { worker: 'slow' });
  expect(emails.flatMap(numbersIn)).toEqual(range(1, 20));
  expect(await takeEmails()).toEqual([]);
  await server.clock.advance(DAY_MS);
  expect(await takeEmails()).toEqual([[21]]);
});

test('a retried email about a tour does not report its later cancellation', async () => {
  const { agent: tourAgent, homeId } = await addTourAgent(server);
  const dayStart = server.clock.now().toISOString().slice(0, 10);
  const at = (time: string) =>
    new Date(Date.parse(`${dayStart}T${time.slice(11)}`) + 3 * DAY_MS).toISOString();
  const booking = await book(server, homeId, { as: sender, start: at(SLOT) });
  const change = (body: object) =>
    server.ok(endpoints.changeTour, { as: tourAgent, params: { id: booking._id }, body });
  const takeTexts = async () => {
    await server.waitUntilIdle();
    return server.emails
      .splice(0)
      .filter(({ to }) => to === sender.email)
      .map(({ subject, text }) => `${subject} ${text}`);
  };
  await takeTexts();
  for (let count = 1; count <= 18; count += 1)
    await change({ start: at(count % 2 === 0 ? SLOT : NEXT_SLOT) });
  expect(await takeTexts()).toHaveLength(18);
  await change({ start: at(NEXT_SLOT) });
  server.mailFailure.error = new Error('451 Try again later.');
  await server.waitUntilIdle();
  server.mailFailure.error = null;
  await server.clock.advance(1_000);
  await change({ status: 'canceled' });
  expect(await takeTexts()).toEqual([]);
  await server.clock.advance(60_000);
  expect(await takeTexts()).toEqual([expect.not.stringContaining('before this one')]);
  await server.clock.advance(DAY_MS);
  expect(await takeTexts()).toEqual([expect.stringContaining('Your tour is canceled')]);
});
