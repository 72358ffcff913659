/** The repository's own files, as git knows them: tracked ones and new ones that it does not ignore. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');

/** Paths from the project's folder that match, with their text. */
export function readFiles(pattern: RegExp): { file: string; text: string }[] {
  return listFiles()
    .filter((file) => pattern.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(PROJECT_FOLDER, file), 'utf8') }));
}

/** Every path from the project's folder, with forward slashes. */
export function listFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(PROJECT_FOLDER, file)));
}

/** The imports of a file's text, static and dynamic. */
export function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\1/g;
  return [...text.matchAll(pattern)].map((match) => match[2] ?? '');
}
