/** Measures the size of a first visit to each public page. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listFirstVisits } from '../bundle/first-visits.ts';

/** Bytes of a first visit: scripts and styles compressed with gzip, and fonts. */
export interface ByteCounts {
  scripts: number;
  styles: number;
  fonts: number;
}

/** One public page. */
export interface PageWeight extends ByteCounts {
  /** The path in the route table, such as `/property/:id`. */
  path: string;
}

/** The budget for a first visit to a public page, in bytes. */
export const BUDGET: ByteCounts = { scripts: 175_000, styles: 16_000, fonts: 90_000 };

/**
 * Measures every page outside the dashboard, sorted by script size, largest first.
 *
 * @param clientFolder `build/<name>/client`
 * @throws Error if the build has no router manifest
 */
export function measurePageWeights(clientFolder: string): PageWeight[] {
  const fileSize = (urlPath: string) => readFileSync(join(clientFolder, urlPath)).length;
  const gzipSizes = new Map<string, number>();
  const gzipSize = (urlPath: string) => {
    const size =
      gzipSizes.get(urlPath) ??
      gzipSync(readFileSync(join(clientFolder, urlPath)), { level: 6 }).length;
    gzipSizes.set(urlPath, size);
    return size;
  };
  return listFirstVisits(clientFolder)
    .map(({ path, scripts, styles, fonts }) => ({
      path,
      scripts: sum(scripts, gzipSize),
      styles: sum(styles, gzipSize),
      fonts: sum(fonts, fileSize),
    }))
    .sort((a, b) => b.scripts - a.scripts);
}

/** Returns a line such as `/about: scripts 175.2 of 175.0` for every exceeded budget. */
export function findOverBudget(pages: readonly PageWeight[]): string[] {
  return pages.flatMap((page) =>
    (['scripts', 'styles', 'fonts'] as const)
      .filter((part) => page[part] > BUDGET[part])
      .map(
        (part) => `${page.path}: ${part} ${kilobytes(page[part])} of ${kilobytes(BUDGET[part])}`,
      ),
  );
}

/** Formats pages and budget as lines of text. */
export function formatWeights(pages: readonly PageWeight[]): string {
  const width = Math.max(...pages.map(({ path }) => path.length), 0) + 2;
  const line = (name: string, { scripts, styles, fonts }: ByteCounts) =>
    `${name.padEnd(width)}${[scripts, styles, fonts].map((size) => kilobytes(size).padStart(9)).join('')}`;
  return [
    `${'kB'.padEnd(width)}${['scripts', 'styles', 'fonts'].map((name) => name.padStart(9)).join('')}`,
    ...pages.map((page) => line(page.path, page)),
    line('budget', BUDGET),
  ].join('\n');
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

function sum(files: Iterable<string>, bytesOf: (file: string) => number): number {
  return [...files].reduce((total, file) => total + bytesOf(file), 0);
}
