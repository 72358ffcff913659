/** The emails that the end-to-end tests' server has written. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from './fixtures.ts';

/** Waits for the mail to an address that has such a link, and gives what the pattern's first group found. */
export async function linkInMail(email: string, link: RegExp): Promise<string> {
  const folder = path.join(process.env['E2E_DATA_DIR'] ?? '', 'mail');
  let found = '';
  const look = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue;
      const text = await readFile(path.join(folder, name), 'utf8');
      // Quoted-printable breaks lines and writes '=' as '=3D'; elsewhere a token may begin so.
      const plain = text.includes('quoted-printable')
        ? text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
        : text;
      if (plain.includes(email)) found = link.exec(plain)?.[1] ?? found;
    }
    return found;
  };
  await expect.poll(look).not.toBe('');
  return found;
}
