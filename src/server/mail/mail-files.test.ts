import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { removeOldEmails } from './mail-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date('2030-03-01T00:00:00Z');

test('emails in files are deleted after 30 days', async () => {
  const folder = makeTempFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  const ages = { 'old.eml': 31, 'broken.eml.part': 31, 'other.txt': 31, 'new.eml': 29 };
  for (const [name, days] of Object.entries(ages)) {
    const time = new Date(now.getTime() - days * DAY_MS);
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), time, time);
  }
  expect(await removeOldEmails(folder, now)).toBe(2);
  expect((await readdir(folder)).toSorted()).toEqual(['new.eml', 'other.txt']);
  expect(await removeOldEmails(path.join(folder, 'missing'), now)).toBe(0);
});
