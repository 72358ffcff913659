/** Emails written by the servers of the end-to-end tests. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './fixtures.ts';

/** Waits for an email that meets a condition, and returns the newest one, decoded. */
export async function waitForEmail(
  dataDir: string,
  matches: (text: string) => boolean,
): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  let email = '';
  const findEmail = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      // Files still being written have a different extension.
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(path.join(folder, name), 'utf8');
      // Quoted-printable breaks lines and encodes '=' as '=3D'; in other emails, '=3D' may be part of
      // a token.
      const decodedText = text.includes('quoted-printable')
        ? text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
        : text;
      if (matches(decodedText)) email = decodedText;
    }
    return email;
  };
  await expect.poll(findEmail).not.toBe('');
  return email;
}

/** Waits for an email to `email` that contains a matching link, and returns the first capture group. */
export async function findEmailLink(email: string, link: RegExp): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const message = await waitForEmail(
    dataDir,
    (text) => text.includes(email) && (link.exec(text)?.[1] ?? '') !== '',
  );
  return link.exec(message)?.[1] ?? '';
}

/** Returns how many emails an address has received so far. */
export async function countEmailsTo(email: string): Promise<number> {
  const folder = path.join(process.env['E2E_DATA_DIR'] ?? '', 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const emails = await Promise.all(
    names.map(async (name) => readFile(path.join(folder, name), 'utf8')),
  );
  return emails.filter((message) => new RegExp(`^To: <?${email}>?\\r?$`, 'm').test(message)).length;
}
