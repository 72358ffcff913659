/** The emails that the servers of the end-to-end tests have written. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './fixtures.ts';

/** Waits for an email that a condition holds for, and gives the newest such, decoded. */
export async function waitForMail(
  dataDir: string,
  isMeant: (text: string) => boolean,
): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  let found = '';
  const look = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      // One that is being written has another name until it is whole.
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(path.join(folder, name), 'utf8');
      // Quoted-printable breaks lines and writes '=' as '=3D'; elsewhere a token may begin so.
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

/** Waits for the email to an address that has such a link, and gives what the pattern's first group found. */
export async function linkInMail(email: string, link: RegExp): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? '';
  const mail = await waitForMail(
    dataDir,
    (text) => text.includes(email) && (link.exec(text)?.[1] ?? '') !== '',
  );
  return link.exec(mail)?.[1] ?? '';
}

/** How many emails an address has got so far. */
export async function countMailsTo(email: string): Promise<number> {
  const folder = path.join(process.env['E2E_DATA_DIR'] ?? '', 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => readFile(path.join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => new RegExp(`^To: <?${email}>?\\r?$`, 'm').test(mail)).length;
}
