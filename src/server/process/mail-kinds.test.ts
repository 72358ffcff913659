/** Tests that no kind of email can be abused against its recipient. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind, rulesOf } from '#server/jobs/mail-kinds.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { JOB_TABLE } from './job-handlers.ts';
import { composePreviews, type MailPreview } from './previews/mail-previews.ts';

const KINDS = Object.keys(MAIL_KINDS) as MailKind[];
/** User input in the sample data: names, messages, phone numbers, notes, and the home's address. */
const USER_INPUT =
  /Ada Lindqvist|Ben Okafor|fenced|have a dog|all sides|503 555|area is that|Willow Lane|few months/i;

let server: TestApp;
let previews: MailPreview[];
beforeAll(async () => {
  server = await startTestApp({ contactEmail: 'office@example.org' });
  previews = await composePreviews(JOB_TABLE.mails, server.jobContext());
  return () => server.close();
});

describe.each(KINDS)('%s', (kind) => {
  const previewsFor = (isProven: boolean) =>
    previews.filter((preview) => preview.name === kind && preview.isProven === isProven);

  test('is composed for a proven address', () => expect(previewsFor(true)).not.toEqual([]));

  test('contains no user input for an unproven address', () => {
    for (const { description, mail } of previewsFor(false)) {
      expect({ description, input: USER_INPUT.exec(JSON.stringify(mail))?.[0] }).toEqual({
        description,
        input: undefined,
      });
      expect(mail.replyTo).toBeUndefined();
    }
  });

  test('has a link that stops all emails for an unproven address', () => {
    for (const { mail } of previewsFor(false)) {
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
