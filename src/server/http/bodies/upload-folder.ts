/** Where the files of uploads wait: a folder for each upload, below one for all. */

import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

const TEMP_PREFIX = 'doorstep-upload-';
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** Free bytes of the file system, for this account. */
export async function askFreeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder of one upload. */
export type TempFolder = {
  /** Path of a new file, which is not there yet. */
  nextFile: () => Promise<string>;
  remove: () => Promise<void>;
};

/** A folder that only this process's account can enter, created with its first file. */
export function createTempFolder(parent: string): TempFolder {
  let made: string | null = null;
  let fileCount = 0;
  return {
    nextFile: async () => {
      if (made === null) {
        await mkdir(parent, { recursive: true });
        made = await mkdtemp(path.join(parent, TEMP_PREFIX));
      }
      fileCount += 1;
      return path.join(made, String(fileCount));
    },
    remove: async () => {
      if (made !== null) await rm(made, { recursive: true, force: true });
    },
  };
}

/** Removes what crashes left more than a day ago. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(TEMP_PREFIX))) {
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    // By the system's clock, as its times are.
    if (found === null || Date.now() - found.mtimeMs < LEFTOVER_AGE_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
