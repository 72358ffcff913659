/** Finds a row's picture files, but only inside the imported file's folder. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { splitMediaText } from '../reso/media-field.ts';
import { truncateAtWord } from '../reso/reso-values.ts';

/**
 * A picture file: its real path, its name in the row, and the SHA-256 of its content in hexadecimal.
 */
export type MediaFile = { file: string; name: string; sourceHash: string };

/** A row's usable pictures. `problems` describe the others. */
export type FoundMedia = { files: MediaFile[]; problems: string[] };

/** Additional names in a row are ignored. A listing has at most 30 pictures. */
const MAX_NAMES = 200;
/** Longer names are truncated in problems. */
const MAX_NAME_LENGTH = 300;

/** Linux's limit. Longer names cannot be files. */
const MAX_PATH_LENGTH = 4_096;

/** A URL, with or without a scheme. */
const URL_PATTERN = /^(?:[a-z][a-z0-9+.-]+:)?\/\//i;

/**
 * Finds a row's pictures in order, without duplicates.
 *
 * @param folder the absolute path of the imported file's folder; null if it has no pictures
 */
export async function findMediaFiles(
  folder: string | null,
  texts: readonly string[],
): Promise<FoundMedia> {
  const found: FoundMedia = { files: [], problems: [] };
  const names: string[] = [];
  for (const text of texts) {
    names.push(...(await splitNames(folder, text, MAX_NAMES + 1 - names.length)));
    if (names.length > MAX_NAMES) break;
  }
  for (const name of names.slice(0, MAX_NAMES)) {
    const quoted = `"${truncateAtWord(name, MAX_NAME_LENGTH)}"`;
    const media = URL_PATTERN.test(name)
      ? 'is a URL and was not downloaded'
      : await readMediaFile(folder, name);
    if (typeof media === 'string') found.problems.push(`${quoted} ${media}`);
    else if (!found.files.some(({ sourceHash }) => sourceHash === media.sourceHash)) {
      found.files.push(media);
    }
  }
  if (names.length > MAX_NAMES) {
    found.problems.push(`only the first ${MAX_NAMES} pictures of the row were read`);
  }
  return found;
}

/** Splits text into at most `maxNames` paths and URLs. Paths of existing files are never split. */
async function splitNames(
  folder: string | null,
  text: string,
  maxNames: number,
): Promise<string[]> {
  if (await isFileInside(folder, text)) return [text];
  const names: string[] = [];
  for (const part of splitMediaText(text).slice(0, maxNames)) {
    if (await isFileInside(folder, part)) names.push(part);
    else names.push(...(await splitAtCommas(folder, part, maxNames)));
    if (names.length >= maxNames) break;
  }
  return names.slice(0, maxNames);
}

/**
 * Splits at commas. URLs can contain commas, so a URL ends only before another URL, a space, or an
 * existing file.
 */
async function splitAtCommas(
  folder: string | null,
  text: string,
  maxNames: number,
): Promise<string[]> {
  const names: string[] = [];
  for (const part of text.split(',', maxNames)) {
    const name = part.trim();
    const last = names.at(-1);
    const continuesPreviousName =
      last !== undefined &&
      URL_PATTERN.test(last) &&
      !/^\s/.test(part) &&
      !URL_PATTERN.test(name) &&
      !(await isFileInside(folder, name));
    if (continuesPreviousName) names[names.length - 1] = `${last},${name}`;
    else if (name !== '') names.push(name);
  }
  return names;
}

async function isFileInside(folder: string | null, name: string): Promise<boolean> {
  const located = await locate(folder, name);
  return located !== null && located.isInside && located.isFile;
}

/** Returns the file, or the reason why it is unusable. */
async function readMediaFile(folder: string | null, name: string): Promise<MediaFile | string> {
  const located = await locate(folder, name);
  if (located === null) return 'does not exist';
  if (!located.isInside) return 'is outside the folder of the imported file';
  const { isFile, size } = located;
  if (!isFile) return 'is not a file';
  if (size > MAX_IMAGE_BYTES) return `is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`;
  try {
    return { file: located.file, name, sourceHash: await hashFile(located.file) };
  } catch {
    return 'cannot be read';
  }
}

/** Resolves a path and its symbolic links. Returns null if it does not exist. */
async function locate(folder: string | null, name: string) {
  if (folder === null || name.length > MAX_PATH_LENGTH || name.includes('\0')) return null;
  const base = await realpath(folder);
  const target = path.resolve(base, name.replaceAll('\\', '/'));
  // Don't check paths outside the folder: that would reveal whether they exist.
  if (!isInside(base, target)) return { file: target, isInside: false, isFile: false, size: 0 };
  try {
    const file = await realpath(target).catch(() => findIgnoringCase(base, target));
    const stats = await stat(file);
    return { file, isInside: isInside(base, file), isFile: stats.isFile(), size: stats.size };
  } catch {
    return null;
  }
}

/**
 * Caches the file names of a folder by normalized spelling until the folder changes. Many rows share
 * a folder.
 */
const folderCache = new Map<string, { modifiedMs: number; names: ReadonlyMap<string, string> }>();
const MAX_CACHED_FOLDERS = 50;

/** Normalizes a name because some systems decompose accents (NFD) and ignore case. */
const normalizeName = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * Resolves a path, ignoring case and accent encoding.
 *
 * @throws if there is no such file in the folder
 */
async function findIgnoringCase(base: string, target: string): Promise<string> {
  let found = base;
  for (const part of path.relative(base, target).split(path.sep)) {
    // A link may lead out of the folder.
    if (found !== base && !isInside(base, found)) throw new Error(`${found} is outside`);
    const exact = await realpath(path.join(found, part)).catch(() => null);
    found = exact ?? (await realpath(path.join(found, await findName(found, part))));
  }
  return found;
}

async function findName(folder: string, part: string): Promise<string> {
  const { mtimeMs: modifiedMs } = await stat(folder);
  let cached = folderCache.get(folder);
  if (cached?.modifiedMs !== modifiedMs) {
    const names = new Map((await readdir(folder)).map((name) => [normalizeName(name), name]));
    cached = { modifiedMs, names };
    if (folderCache.size >= MAX_CACHED_FOLDERS) folderCache.clear();
    folderCache.set(folder, cached);
  }
  return cached.names.get(normalizeName(part)) ?? part;
}

function isInside(base: string, file: string): boolean {
  return file.startsWith(base.endsWith(path.sep) ? base : `${base}${path.sep}`);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) {
    if (chunk instanceof Uint8Array) hash.update(chunk);
  }
  return hash.digest('hex');
}
