/** Deletes emails that were written to files because there was no mail server (docs/product/mail.md, Guarantees). */

import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Emails contain names and messages of users whose accounts may have been deleted since. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns undefined for a file or folder that does not exist. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Deletes emails and partial emails older than 30 days, and no other files. Returns their number. */
export async function removeOldEmails(folder: string, now: Date): Promise<number> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  let removedCount = 0;
  for (const name of names.filter((fileName) => /\.eml(?:\.part)?$/.test(fileName))) {
    const file = path.join(folder, name);
    const stats = await stat(file).catch(ignoreMissing);
    if (!stats || now.getTime() - stats.mtimeMs < RETENTION_MS) continue;
    await rm(file, { force: true });
    removedCount += 1;
  }
  return removedCount;
}
