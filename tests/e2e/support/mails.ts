/** Emails written by the servers of the end-to-end tests. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './fixtures.ts';

/** Waits for an email that meets a condition, and returns the newest one, decoded. */
export async function waitForMail(
  dataDir: string,
  isMeant: (text: string) => boolean,
): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  let found = '';
  const look = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      // Files still being written have another name.
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(path.join(folder, name), 'utf8');
      // Quoted-printable breaks lines and writes '=' as '=3D'; elsewhere, a token may start with
      // that.
      const plain = text.includes('quoted-printable')
        ? text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
        : text;
      if (isMeant(plain)) found = plain;
    }
    return found;
  };
  await expect.poll(look).not.toBe('');
  return found;
}

/** Waits for the email to an address with a matching link, and returns the pattern's first group. */
export async function linkInMail(email: string, link: RegExp): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const mail = await waitForMail(
    dataDir,
    (text) => text.includes(email) && (link.exec(text)?.[1] ?? '') !== '',
  );
  return link.exec(mail)?.[1] ?? '';
}

/** Returns how many emails an address has received so far. */
export async function countMailsTo(email: string): Promise<number> {
  const folder = path.join(process.env['E2E_DATA_DIR'] ?? '', 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => readFile(path.join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => new RegExp(`^To: <?${email}>?\\r?$`, 'm').test(mail)).length;
}
