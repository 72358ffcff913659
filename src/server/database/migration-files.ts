/** Reads the files in `db/migrations` (decisions 007 and 018). */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, '../../../db/migrations');

/** A migration file. */
export type MigrationFile = {
  /** The file name without its extension, e.g. `0001_initial`. */
  name: string;
  text: string;
  /** Whether its statements run separately and can be rerun after a failure. */
  isOutsideTransaction: boolean;
};

/** The first line of a file whose statements cannot or should not run in one transaction. */
const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/;

/** Returns the migrations of a folder, in order. */
export async function readMigrationFiles(folder = MIGRATIONS_FOLDER): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      return {
        name: path.basename(file, '.sql'),
        text,
        isOutsideTransaction: OUTSIDE_TRANSACTION.test(text),
      };
    }),
  );
}

/** Matches quoted parts and comments, which can contain semicolons, and the semicolons between statements. */
const PARTS = /\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|;/g;

/** Splits SQL text into statements, without their semicolons. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part !== ';') continue;
    statements.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return [...statements, text.slice(start).trim()].filter(
    (statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '',
  );
}
