/** Uploaded files of imports: each in a folder of its own below one for all, until the import has ended. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** File systems take 255 bytes. */
const NAME_MAX_BYTES = 200;
/** A folder of this age belongs to no upload that is still being stored. */
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * A client's file name as it can be stored and shown: no folders, no control characters, not too long.
 *
 * @returns `file` for one of which nothing is left
 */
export function toFileName(name: string): string {
  const clean = path.basename(name.replaceAll('\\', '/')).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  const extension = path.extname(clean);
  const most = NAME_MAX_BYTES - Buffer.byteLength(extension);
  if (most <= 0) return 'file';
  const stem = Buffer.from(path.basename(clean, extension));
  // A letter that is cut in two becomes replacement characters.
  const whole = `${stem
    .subarray(0, most)
    .toString()
    .replace(/\uFFFD+$/, '')}${extension}`;
  return /^[\s.]*$/.test(whole) ? 'file' : whole;
}

/** @returns the folder's name below `root` */
export async function storeImportFile(
  root: string,
  source: string,
  fileName: string,
): Promise<string> {
  const folder = randomUUID();
  await mkdir(path.join(root, folder), { recursive: true, mode: 0o700 });
  await rename(source, importFile(root, folder, fileName));
  return folder;
}

export const importFile = (root: string, folder: string, fileName: string): string =>
  path.join(root, folder, fileName);

export async function removeImportFolder(root: string, folder: string): Promise<void> {
  await rm(path.join(root, folder), { recursive: true, force: true });
}

/**
 * Folders that are old enough to be looked at; none if no file was ever stored.
 *
 * @param nowMs by the system's clock, as the times of files are
 */
export async function findOldFolders(root: string, nowMs: number): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(path.join(root, name)).catch(() => null);
    if (found !== null && nowMs - found.mtimeMs > LEFTOVER_AGE_MS) old.push(name);
  }
  return old;
}
