/** Finds the picture files that a row names, only inside the folder of the imported file. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '#shared/limits.ts';
import { splitMediaText } from '../reso/media-field.ts';

/**
 * A picture file: its real path, its name in the row, and the SHA-256 of its content in
 * hexadecimal.
 */
export type MediaFile = { file: string; name: string; sourceHash: string };

/** A row's usable pictures; `problems` describe the rest. */
export type FoundMedia = { files: MediaFile[]; problems: string[] };

/** A URL, with or without a scheme. */
const NET_ADDRESS = /^(?:[a-z][a-z0-9+.-]+:)?\/\//i;

/**
 * Finds a row's pictures, in order and without duplicates.
 *
 * @param folder the absolute path of the imported file's folder
 */
export async function findMediaFiles(
  folder: string,
  texts: readonly string[],
): Promise<FoundMedia> {
  const found: FoundMedia = { files: [], problems: [] };
  for (const text of texts) {
    for (const name of await namesIn(folder, text)) {
      const media = NET_ADDRESS.test(name)
        ? `"${name}" is a web address and was not downloaded`
        : await readMediaFile(folder, name);
      if (typeof media === 'string') found.problems.push(media);
      else if (!found.files.some(({ sourceHash }) => sourceHash === media.sourceHash)) {
        found.files.push(media);
      }
    }
  }
  return found;
}

/** Splits text into paths and URLs. Paths of existing files are never split. */
async function namesIn(folder: string, text: string): Promise<string[]> {
  if (await isFileInside(folder, text)) return [text];
  const names: string[] = [];
  for (const part of splitMediaText(text)) {
    if (await isFileInside(folder, part)) names.push(part);
    else names.push(...(await splitAtCommas(folder, part)));
  }
  return names;
}

/**
 * Splits at commas. URLs can contain them: one ends only before another, a space, or an existing
 * file.
 */
async function splitAtCommas(folder: string, text: string): Promise<string[]> {
  const names: string[] = [];
  for (const piece of text.split(',')) {
    const name = piece.trim();
    const last = names.at(-1);
    const isOfLast =
      last !== undefined &&
      NET_ADDRESS.test(last) &&
      !/^\s/.test(piece) &&
      !NET_ADDRESS.test(name) &&
      !(await isFileInside(folder, name));
    if (isOfLast) names[names.length - 1] = `${last},${name}`;
    else if (name !== '') names.push(name);
  }
  return names;
}

async function isFileInside(folder: string, name: string): Promise<boolean> {
  const located = await locate(folder, name);
  return located !== null && located.isInside && located.isFile;
}

/** Returns the file, or a sentence that explains why it is unusable. */
async function readMediaFile(folder: string, name: string): Promise<MediaFile | string> {
  const located = await locate(folder, name);
  if (located === null) return `"${name}" does not exist`;
  if (!located.isInside) return `"${name}" is outside the folder of the imported file`;
  const { isFile, size } = located;
  if (!isFile) return `"${name}" is not a file`;
  if (size > IMAGE_MAX_BYTES) return `"${name}" is larger than ${IMAGE_MAX_BYTES / 1024 / 1024} MB`;
  try {
    return { file: located.file, name, sourceHash: await hashFile(located.file) };
  } catch {
    return `"${name}" cannot be read`;
  }
}

/** Resolves a path with all its links; null if it does not exist. */
async function locate(folder: string, name: string) {
  if (name.includes('\0')) return null;
  const base = await realpath(folder);
  const target = path.resolve(base, name.replaceAll('\\', '/'));
  // Paths outside are not checked, so as not to reveal whether they exist.
  if (!isInside(base, target)) return { file: target, isInside: false, isFile: false, size: 0 };
  try {
    const file = await realpath(target).catch(() => findRespelled(base, target));
    const facts = await stat(file);
    return { file, isInside: isInside(base, file), isFile: facts.isFile(), size: facts.size };
  } catch {
    return null;
  }
}

/**
 * Caches folders' names by normalized spelling, until the folder changes: many rows share a folder.
 */
const folders = new Map<string, { changedMs: number; names: ReadonlyMap<string, string> }>();
const MAX_CACHED_FOLDERS = 50;

/** Normalizes a name: other systems store accents decomposed (NFD), and ignore case. */
const spelling = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * Resolves a path, ignoring case and the encoding of accents.
 *
 * @throws if there is no such file
 */
async function findRespelled(base: string, target: string): Promise<string> {
  let found = base;
  for (const part of path.relative(base, target).split(path.sep)) {
    // Names are not searched beyond a link out of the folder.
    if (found !== base && !isInside(base, found)) throw new Error(`${found} is outside`);
    const exact = await realpath(path.join(found, part)).catch(() => null);
    found = exact ?? (await realpath(path.join(found, await findName(found, part))));
  }
  return found;
}

async function findName(folder: string, part: string): Promise<string> {
  const { mtimeMs: changedMs } = await stat(folder);
  let known = folders.get(folder);
  if (known?.changedMs !== changedMs) {
    const names = new Map((await readdir(folder)).map((name) => [spelling(name), name]));
    known = { changedMs, names };
    if (folders.size >= MAX_CACHED_FOLDERS) folders.clear();
    folders.set(folder, known);
  }
  return known.names.get(spelling(part)) ?? part;
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
