/** Stores uploaded import files, each in its own folder until the import ends. */

import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** File systems allow 255 bytes. */
const MAX_NAME_BYTES = 200;
/** The minimum age of folders to remove. Younger folders can belong to a running upload. */
const MIN_ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Sanitizes a client's file name for storage and display: removes folders and control characters,
 * and limits its length.
 *
 * @returns `file` if no usable name is left
 */
export function toFileName(name: string): string {
  const cleanName = path
    .basename(name.replaceAll('\\', '/'))
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  const extension = path.extname(cleanName);
  const maxStemBytes = MAX_NAME_BYTES - Buffer.byteLength(extension);
  if (maxStemBytes <= 0) return 'file';
  const stem = Buffer.from(path.basename(cleanName, extension));
  // Truncation can split a character, which then decodes as replacement characters.
  const fileName = `${stem
    .subarray(0, maxStemBytes)
    .toString()
    .replace(/\uFFFD+$/, '')}${extension}`;
  return /^[\s.]*$/.test(fileName) ? 'file' : fileName;
}

/** Moves a file into a new folder. @returns the folder's name below `root` */
export async function storeImportFile(
  root: string,
  source: string,
  fileName: string,
): Promise<string> {
  const folder = randomUUID();
  await mkdir(path.join(root, folder), { recursive: true, mode: 0o700 });
  const target = importFilePath(root, folder, fileName);
  try {
    await rename(source, target);
  } catch (error) {
    // Machines can share this folder, for example over NFS, but not the folder for uploads.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(source, target);
    await rm(source);
  }
  return folder;
}

export async function hasImportFile(
  root: string,
  { folder, file_name }: { folder: string; file_name: string },
): Promise<boolean> {
  return access(importFilePath(root, folder, file_name)).then(
    () => true,
    () => false,
  );
}

export const importFilePath = (root: string, folder: string, fileName: string): string =>
  path.join(root, folder, fileName);

export async function removeImportFolder(root: string, folder: string): Promise<void> {
  await rm(path.join(root, folder), { recursive: true, force: true });
}

/**
 * Finds folders that are old enough to remove; none if no file was ever stored.
 *
 * @param nowMs the system time because file times use the system clock
 */
export async function findOldFolders(root: string, nowMs: number): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const stats = await stat(path.join(root, name)).catch(() => null);
    if (stats !== null && nowMs - stats.mtimeMs > MIN_ORPHAN_AGE_MS) old.push(name);
  }
  return old;
}
