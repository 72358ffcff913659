/** Tests that no kind of email can be abused to send spam. */

import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { MAIL_KINDS, type MailKind, rulesOf } from '#server/jobs/mail-kinds.ts';
import { createMailer, type Mail } from '#server/mail/mailer.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { JOB_TABLE } from './job-handlers.ts';
import { composePreviews, type MailPreview } from './previews/mail-previews.ts';
import { AGENT_EMAIL, USER_EMAIL } from './previews/sample-repository.ts';

const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKind[];
/** A spammer's text for every column that accepts any text: a link and a phone number. */
const SPAM = 'https://pills.example 5035550199';
const SPAM_PATTERN = /pills|503\W*555\W*0199/i;
/** Columns that emails need and whose content is checked when it is entered. */
const VALIDATED_COLUMNS = /\.(email|confirmed_email|time_zone)$/;
/** A selection of columns that must contain spam, so that the test cannot pass without any. */
const USER_INPUT_COLUMNS = [
  'contact_messages.message',
  'inquiries.name',
  'inquiries.property_title',
  'inquiry_messages.text',
  'listing_reviews.reason',
  'offices.name',
  'offices.slug',
  'properties.address',
  'properties.city',
  'properties.state',
  'properties.title',
  'properties.zip_code',
  'reports.note',
  'saved_searches.name',
  'tours.name',
  'tours.property_address',
  'tours.property_title',
  'users.name',
];

let server: TestApp;
let previews: MailPreview[];
let spammedColumns: string[] = [];
beforeAll(async () => {
  server = await startTestApp({ contactEmail: 'office@example.org' });
  previews = await composePreviews(JOB_TABLE.emails, server.jobContext(), async (transaction) => {
    spammedColumns = await fillWithSpam(transaction);
  });
  return () => server.close();
});

/** Writes spam into every text column that accepts it and returns these columns. */
async function fillWithSpam(transaction: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
      and is_generated = 'NEVER'
    order by 1, 2`.execute(transaction);
  const filledColumns: string[] = [];
  for (const { table, column } of rows) {
    const name = `${table}.${column}`;
    if (VALIDATED_COLUMNS.test(name)) continue;
    await sql`savepoint before_spam`.execute(transaction);
    try {
      // Unique columns need different texts.
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${SPAM} || repeat(' ', (ctid::text::point)[1]::int)`.execute(
        transaction,
      );
      filledColumns.push(name);
    } catch {
      // The database accepts only some values here.
      await sql`rollback to savepoint before_spam`.execute(transaction);
    }
  }
  await sql`update properties set price = 5035550199`.execute(transaction);
  return filledColumns;
}

/** Returns an email as sent, unfolded and with its parts decoded. */
async function readMessage(mail: Mail): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'doorstep-test-'));
  const from = async () => 'Doorstep <no-reply@example.org>';
  const { file } = await createMailer({ smtpUrl: undefined, from, folder }).send(mail);
  const raw = await readFile(file ?? '', 'utf8');
  await rm(folder, { recursive: true });
  const base64 = raw.match(/(?:^[A-Za-z0-9+/=]{4,}\r?\n)+/gm) ?? [];
  const quotedPrintable = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const parts = [
    raw,
    quotedPrintable,
    ...base64.map((text) => Buffer.from(text, 'base64').toString()),
  ];
  return parts.join('\n').replaceAll(/\r?\n[ \t]/g, '');
}

test('the sample rows contain spam in columns for user input', () => {
  expect(USER_INPUT_COLUMNS.filter((column) => !spammedColumns.includes(column))).toEqual([]);
});

describe.each(MAIL_KIND_NAMES)('%s', (kind) => {
  const findPreviews = (isProven: boolean) =>
    previews.filter((preview) => preview.name === kind && preview.isProven === isProven);

  test('contains user input for a proven address unless its author is the site', async () => {
    expect(findPreviews(true)).not.toEqual([]);
    const messages = await Promise.all(findPreviews(true).map(({ mail }) => readMessage(mail)));
    const isFromSite = rulesOf(kind).authors.every((author) => author === 'site');
    expect(messages.some((message) => SPAM_PATTERN.test(message))).toBe(!isFromSite);
  });

  test('contains no user input for an unproven address', async () => {
    for (const { description, mail } of findPreviews(false)) {
      const message = await readMessage(mail);
      const input = SPAM_PATTERN.exec(message)?.[0];
      expect({ description, input }).toEqual({ description, input: undefined });
      expect(mail.replyTo).toBeUndefined();
      // A calendar entry requires both parties' addresses, but not their names.
      const others = [AGENT_EMAIL, USER_EMAIL].filter((address) => address !== mail.to);
      const otherLines = message.replaceAll(/^(ORGANIZER|ATTENDEE).*$/gm, '');
      expect(others.filter((address) => otherLines.includes(address))).toEqual([]);
    }
  });

  test('has a link that stops all emails for an unproven address', () => {
    for (const { mail } of findPreviews(false)) {
      expect(mail.text).toContain('Stop all emails from this site');
      expect(mail.unsubscribeUrl).toMatch(/\/api\/unsubscribe\?token=[\w-]{43}$/);
    }
  });

  test('is documented in docs/product/mail.md', () => {
    const text = readFileSync(path.resolve('docs/product/mail.md'), 'utf8');
    const row = new RegExp(`^\\| \`${kind}\` \\|(.*)$`, 'm').exec(text)?.[1] ?? '';
    const cells = row.split('|').map((cell) => cell.trim());
    const { trigger, to, authors } = rulesOf(kind);
    expect(cells.slice(0, 3)).toEqual([trigger, to, authors.join(', ')]);
    expect(cells[3]).not.toBe('');
  });
});
