/** The import graph of `src`, including type imports and `import()`, but without tests and fixtures. */

import path from 'node:path';
import { importsOf, readFiles } from './source-files.ts';

const IMPORT_ALIAS = /^#(?=(shared|server|client)\/)/;
const isTest = (file: string) => /(\.test|\.fixture)\.tsx?$/.test(file);

/** One import; `target` is a path relative to the project's folder, like `file`, or a package name. */
export type Import = { file: string; target: string };

/** Reads the sources in `src`, without tests and fixtures. */
export function readSources(): { file: string; text: string }[] {
  return readFiles(/^src\/.*\.tsx?$/).filter(({ file }) => !isTest(file));
}

/** Reads every import of every source. */
export function readImports(): Import[] {
  return readSources().flatMap(({ file, text }) =>
    importsOf(text).map((target) => ({ file, target: resolveImport(file, target) })),
  );
}

function resolveImport(file: string, target: string): string {
  if (IMPORT_ALIAS.test(target)) return target.replace(IMPORT_ALIAS, 'src/');
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
}

/** Returns the entry files and all files that they import, directly or indirectly. */
export function reachableFrom(
  entryFiles: readonly string[],
  imports: readonly Import[],
): Set<string> {
  const importsByFile = Map.groupBy(imports, ({ file }) => file);
  const reachable = new Set(entryFiles);
  for (const file of reachable) {
    for (const { target } of importsByFile.get(file) ?? []) reachable.add(target);
  }
  return reachable;
}

/**
 * Finds circular imports between the files and subfolders of a folder, as `a → b → a`.
 *
 * @param folder a path relative to the project's folder, without a trailing slash
 */
export function findCycles(folder: string, imports: readonly Import[]): string[] {
  const entryOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const from = entryOf(file);
    const to = entryOf(target);
    if (from === undefined || to === undefined || from === to) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  const cycles: string[] = [];
  const visited = new Set<string>();
  const visit = (entry: string, trail: readonly string[]): void => {
    const start = trail.indexOf(entry);
    if (start !== -1) {
      cycles.push([...trail.slice(start), entry].join(' → '));
      return;
    }
    if (visited.has(entry)) return;
    for (const to of edges.get(entry) ?? []) visit(to, [...trail, entry]);
    visited.add(entry);
  };
  for (const entry of edges.keys()) visit(entry, []);
  return cycles;
}
