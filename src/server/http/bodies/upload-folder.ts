/** Temporary folders for uploaded files: one per upload, in a shared parent folder. */

import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const TEMP_PREFIX = 'doorstep-upload-';
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** A temporary folder for one upload's files. */
export type TempFolder = {
  /** Returns the path of a new file that does not exist yet. */
  nextFile: () => Promise<string>;
  remove: () => Promise<void>;
};

/** Returns a folder that is created with its first file, and that only this process's OS account can access. */
export function createTempFolder(parent: string): TempFolder {
  let folder: string | null = null;
  let fileCount = 0;
  return {
    nextFile: async () => {
      if (folder === null) {
        await mkdir(parent, { recursive: true });
        folder = await mkdtemp(path.join(parent, TEMP_PREFIX));
      }
      fileCount += 1;
      return path.join(folder, String(fileCount));
    },
    remove: async () => {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes folders that were left by a crash more than a day ago. */
export async function removeLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(TEMP_PREFIX))) {
    const folder = path.join(parent, name);
    const stats = await stat(folder).catch(() => null);
    // File times use the system clock.
    if (stats === null || Date.now() - stats.mtimeMs < LEFTOVER_AGE_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
