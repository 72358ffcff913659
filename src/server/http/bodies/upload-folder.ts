/** Temporary folders for uploaded files: one per upload, in a common parent. */

import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

const TEMP_PREFIX = 'doorstep-upload-';
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** Returns the free bytes of the file system that this OS account can use. */
export async function readFreeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The temporary folder of one upload. */
export type TempFolder = {
  /** Returns the path of a new file that does not exist yet. */
  nextFile: () => Promise<string>;
  remove: () => Promise<void>;
};

/** Creates, with its first file, a folder that only this process's OS account can open. */
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

/** Removes leftovers of crashes that are more than a day old. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(TEMP_PREFIX))) {
    const folder = path.join(parent, name);
    const found = await stat(folder).catch(() => null);
    // Uses the system clock, like the times of files.
    if (found === null || Date.now() - found.mtimeMs < LEFTOVER_AGE_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
