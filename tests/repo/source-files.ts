/** Repository files: tracked files, and untracked files that Git does not ignore. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');

/** Returns the matching files with their text, by paths relative to the project's folder. */
export function readFiles(pattern: RegExp): { file: string; text: string }[] {
  return listFiles()
    .filter((file) => pattern.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(PROJECT_FOLDER, file), 'utf8') }));
}

/** Lists the paths of all files, relative to the project's folder and with forward slashes. */
export function listFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(PROJECT_FOLDER, file)));
}

/** Returns the static and dynamic imports in a file's text. */
export function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\1/g;
  return [...text.matchAll(pattern)].map((match) => match[2] ?? '');
}
