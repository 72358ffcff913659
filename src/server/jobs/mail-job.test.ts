import { expect, test, vi } from 'vitest';
import type { Mail } from '#server/mail/mailer.ts';
import { defaultMailSite } from '#server/mail/mail-site.ts';
import { openDatabase } from '#server/database/database.ts';
import { createSession } from '#server/features/accounts/sessions/session-repository.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import type { JobContext, JobTable } from './job-handler.ts';
import { accountCause, addMail, networkCause } from './mail-job.ts';
import { runDueJobs } from './run-due-jobs.ts';
import * as repository from './job-repository.ts';

const START = new Date('2026-03-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;

async function open() {
  const database = await createTestDatabase();
  const { db } = openDatabase(database.url);
  const sentEmails: Mail[] = [];
  const mailer = {
    failure: null as Error | null,
    send: async (mail: Mail) => {
      if (mailer.failure !== null) throw mailer.failure;
      sentEmails.push(mail);
      return { file: null };
    },
  };
  const table: JobTable = {
    jobs: {},
    long: {},
    recurring: {},
    emails: {
      'contact.mail': async (payload) =>
        (payload as { isWanted: boolean }).isWanted
          ? { content: { subject: 'Hello', preview: '', blocks: [] } }
          : null,
      'saved-searches.alert-mail': async () => ({
        content: { subject: 'New homes', preview: '', blocks: [] },
      }),
    },
  };
  const warn = vi.fn();
  const run = (at: Date) =>
    runDueJobs(
      table,
      {
        now: at,
        db,
        site: async () => defaultMailSite('https://homes.example.org'),
        log: { info: () => undefined, warn, error: () => undefined },
        shutdownSignal: new AbortController().signal,
      } as unknown as JobContext,
      mailer,
      { worker: 'test' },
    );
  const close = async () => {
    await db.destroy();
    await database.drop();
  };
  return { db, sentEmails, mailer, run, warn, close };
}

const add = (db: Parameters<typeof addMail>[0], to: string | null, sendAt?: Date) =>
  addMail(db, {
    kind: 'contact.mail',
    to: { proof: 'setting', address: to ?? 'obsolete@example.org' },
    author: 'visitor',
    cause: null,
    payload: { isWanted: to !== null },
    now: START,
    sendAt,
  });

test('an email is sent when due, unless the reason for it no longer exists', async () => {
  const { db, sentEmails, run, close } = await open();
  await add(db, 'now@example.org');
  await add(db, 'later@example.org', new Date(START.getTime() + HOUR_MS));
  await add(db, null);
  await run(START);
  expect(sentEmails.map(({ to }) => to)).toEqual(['now@example.org']);
  await run(new Date(START.getTime() + HOUR_MS));
  expect(sentEmails.map(({ to }) => to)).toEqual(['now@example.org', 'later@example.org']);
  expect(new Set(sentEmails.map(({ messageKey }) => messageKey)).size).toBe(2);
  await close();
});

test('an email that cannot be sent is retried for a day', async () => {
  const { db, sentEmails, mailer, run, warn, close } = await open();
  await add(db, 'one@example.org');
  mailer.failure = new Error('The mail server is down');
  expect(await run(START)).toEqual({ ran: 1, failed: 1 });
  mailer.failure = null;
  await run(new Date(START.getTime() + HOUR_MS));
  expect(sentEmails).toHaveLength(1);

  await add(db, 'two@example.org');
  expect(await run(new Date(START.getTime() + 24 * HOUR_MS + 1))).toEqual({ ran: 1, failed: 0 });
  expect(sentEmails).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
  await close();
});

test('an accepted email is not sent again if the queue fails to delete its job', async () => {
  const { db, sentEmails, run, close } = await open();
  await add(db, 'one@example.org');
  const deletion = vi.spyOn(repository, 'deleteJob').mockRejectedValueOnce(new Error('Killed'));
  await run(START);
  deletion.mockRestore();
  await run(new Date(START.getTime() + HOUR_MS));
  expect(sentEmails).toHaveLength(1);
  expect(await repository.countJobs(db)).toEqual([]);
  await close();
});

test('alerts are sent after all other emails', async () => {
  const { db, sentEmails, run, close } = await open();
  await addMail(db, {
    kind: 'saved-searches.alert-mail',
    to: { proof: 'setting', address: 'alert@example.org' },
    author: 'agent',
    cause: null,
    payload: {},
    now: START,
  });
  for (const number of [1, 2])
    await addMail(db, {
      kind: 'contact.mail',
      to: { proof: 'setting', address: `busy-${number}@example.org` },
      author: 'visitor',
      cause: networkCause('busy'),
      payload: { isWanted: true },
      now: START,
    });
  await run(START);
  expect(sentEmails.map(({ to }) => to)).toEqual([
    'busy-1@example.org',
    'busy-2@example.org',
    'alert@example.org',
  ]);
  await close();
});

test('emails with different causes take turns', async () => {
  const { db, sentEmails, run, close } = await open();
  const addMailWithCause = (cause: string | null, address: string, now = START) =>
    addMail(db, {
      kind: 'contact.mail',
      to: { proof: 'setting', address },
      author: 'visitor',
      cause,
      payload: { isWanted: true },
      now,
    });
  await addMailWithCause(
    networkCause('old'),
    'old@example.org',
    new Date(START.getTime() - HOUR_MS),
  );
  for (const number of [1, 2, 3])
    await addMailWithCause(networkCause('busy'), `busy-${number}@example.org`);
  await addMailWithCause(networkCause('calm'), 'calm@example.org');
  await addMailWithCause(null, 'none@example.org');
  await addMailWithCause(networkCause('old'), 'new@example.org');
  await run(START);
  expect(sentEmails.map(({ to }) => to)).toEqual([
    'old@example.org',
    'busy-1@example.org',
    'calm@example.org',
    'none@example.org',
    'new@example.org',
    'busy-2@example.org',
    'busy-3@example.org',
  ]);
  await close();
});

test('accounts that signed in from the same network have the same cause', async () => {
  const { db, close } = await open();
  /** Adds an account with a session for each place, and returns its cause. */
  const addAccount = async (...places: (string | null)[]) => {
    const { id, password_hash: passwordHash } = await db
      .insertInto('users')
      .values(buildUserRow())
      .returning(['id', 'password_hash'])
      .executeTakeFirstOrThrow();
    for (const [index, place] of places.entries()) {
      const origin = place === null ? undefined : { device: '', place, network: '' };
      const openedAt = new Date(START.getTime() + index);
      await createSession(db, { id, passwordHash }, openedAt, origin);
    }
    return accountCause(db, id);
  };
  const cause = await addAccount('203.0.113.*');
  expect(await addAccount('203.0.113.*')).toBe(cause);
  expect(await addAccount('198.51.100.*', '203.0.113.*')).toBe(cause);
  expect(await addAccount('203.0.113.*', '198.51.100.*')).not.toBe(cause);
  // An IPv6 network is a /48, but sessions store the /64.
  const ipv6Cause = await addAccount('2001:db8:0:1:*');
  expect(await addAccount('2001:db8:0:ff:*')).toBe(ipv6Cause);
  expect(await addAccount('2001:db8:1:1:*')).not.toBe(ipv6Cause);
  expect(await addAccount()).toBe(await addAccount());
  expect(await addAccount(null)).not.toBe(await addAccount(null));
  expect(await accountCause(db, null)).toBeNull();
  await close();
});
