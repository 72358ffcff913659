/** Tests that each message beyond the daily limit of emails is in a later email (docs/product/mail.md, Limits). */

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { runDueJobs } from '#server/jobs/run-due-jobs.ts';
import { JOB_TABLE } from '#server/process/job-handlers.ts';
import type { Mail } from '#server/mail/mailer.ts';
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

test('an email that is retried contains its own message and those withheld in the meantime', async () => {
  await sendAnswers(1, 1);
  server.mailFailure.error = new Error('451 Try again later.');
  await server.waitUntilIdle();
  server.mailFailure.error = null;
  await sendAnswers(2, 23);
  expect(await takeEmails()).toEqual(range(2, 20).map((number) => [number]));
  await server.clock.advance(60_000);
  expect(await takeEmails()).toEqual([[1, 21, 22, 23]]);
  await server.clock.advance(DAY_MS);
  expect(await takeEmails()).toEqual([]);
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
