import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { CONTACT_MAIL } from '#server/features/messages/contact-mail.ts';
import { addMail } from '#server/jobs/mail-job.ts';
import { buildMessageRow } from '#tests/factories/build-message-row.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/jobs.ts');
const execute = promisify(execFile);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = openDatabase(database.url));
  folder = makeTempFolder();
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs `npm run jobs` on the test's database. */
async function runJobs(args: string[], settings: Record<string, string> = {}) {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CONTACT_EMAIL: 'desk@example.org',
    ...settings,
  };
  return execute(process.execPath, [SCRIPT, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

test('runs only jobs due by the given time', async () => {
  const sendAt = new Date('2031-05-01T08:00:00Z');
  // Created at this time because the recurring jobs delete old messages.
  const row = buildMessageRow({ subject: 'Is it free?', created_at: sendAt });
  const { id } = await db
    .insertInto('contact_messages')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await addMail(db, {
    kind: CONTACT_MAIL,
    to: { proof: 'setting', address: 'office@example.org' },
    author: 'visitor',
    cause: null,
    payload: { messageId: id },
    now: sendAt,
    sendAt,
  });

  // Recurring jobs are also due, but send no emails here.
  const early = await runJobs(['--at', '2031-05-01T07:59:59Z']);
  expect(early).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ jobs ran, 0 failed\./) as string,
  });
  expect(early.output).not.toContain('.eml');
  const { code, output } = await runJobs(['--at', '2031-05-01T10:00:00+02:00']);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/[1-9]\d* jobs ran, 0 failed\./) as string,
  });
  const [file = ''] = await readdir(path.join(folder, 'mail'));
  // The output names the email's file.
  expect(output).toContain(file);
  const mail = path.join(folder, 'mail', file);
  expect((await stat(mail)).mode & 0o777).toBe(0o600);
  expect(await readFile(mail, 'utf8')).toContain('Subject: Contact form: Is it free?');
});

test.each([
  ['a public URL', [], { PUBLIC_URL: 'https://homes.example.org' }, /on this machine/],
  [
    'a database on another machine',
    [],
    { DATABASE_URL: 'postgres://db.example.org/homes' },
    /on this machine/,
  ],
  ['an invalid time', ['--at', 'tomorrow'], {}, /Usage: npm run jobs/],
  ['an unknown option', ['--now'], {}, /Usage: npm run jobs/],
])('rejects %s', async (_case, args, settings, message) => {
  const { code, output } = await runJobs(args, settings);
  expect(code).toBe(1);
  expect(output).toMatch(message);
});
