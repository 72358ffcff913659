/** Uploaded files of imports, each in its own folder until the import has ended. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Below the 255 bytes that file systems allow. */
const MAX_NAME_BYTES = 200;
/** The minimum age for removing a folder: younger ones can belong to a running upload. */
const MIN_LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Cleans a client's file name for storage and display: removes folders and control characters, and
 * limits its length.
 *
 * @returns `file` if nothing is left
 */
export function toFileName(name: string): string {
  const clean = path.basename(name.replaceAll('\\', '/')).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  const extension = path.extname(clean);
  const maxStemBytes = MAX_NAME_BYTES - Buffer.byteLength(extension);
  if (maxStemBytes <= 0) return 'file';
  const stem = Buffer.from(path.basename(clean, extension));
  // A truncated character becomes replacement characters.
  const whole = `${stem
    .subarray(0, maxStemBytes)
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
 * Finds folders that are old enough to be removed; none if no file was ever stored.
 *
 * @param nowMs the system clock's time, which files' times are based on
 */
export async function findOldFolders(root: string, nowMs: number): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(path.join(root, name)).catch(() => null);
    if (found !== null && nowMs - found.mtimeMs > MIN_LEFTOVER_AGE_MS) old.push(name);
  }
  return old;
}
