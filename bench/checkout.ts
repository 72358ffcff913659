/** Checks out another commit of this repository to run next to the working tree. */

import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';

const run = promisify(execFile);

const PROJECT = path.join(import.meta.dirname, '..');

/** The commit's function that fills a migrated database. */
export type FillDatabase = (
  pool: pg.Pool,
  rows: number,
  log: (line: string) => void,
) => Promise<void>;

/** An installed and built commit. */
export type Checkout = {
  /** The abbreviated hash. */
  name: string;
  /** The server's entry file. */
  main: string;
  fillDatabase: FillDatabase;
};

/**
 * Unpacks a commit under `.cache`, installs its packages, and builds its pages. Reuses an existing
 * folder because a commit never changes.
 *
 * @param commit any revision that Git accepts
 * @throws Error if the commit does not exist, Git or tar is missing, or the build fails
 */
export async function checkOut(commit: string): Promise<Checkout> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: PROJECT,
  });
  const name = stdout.trim().slice(0, 12);
  const folder = path.join(PROJECT, '.cache', `bench-${name}`);
  if (!existsSync(path.join(folder, 'package.json'))) {
    await mkdir(folder, { recursive: true });
    const archive = `${folder}.tar`;
    await run('git', ['archive', '--output', archive, name], { cwd: PROJECT });
    await run('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
  }
  await build(folder);
  const dataset = pathToFileURL(path.join(folder, 'bench/dataset.ts')).href;
  // Another commit's exports have no static types. This export has existed since the first benchmark.
  const { fillDatabase } = (await import(dataset)) as { fillDatabase: FillDatabase };
  return { name, main: path.join(folder, 'src/server/main.ts'), fillDatabase };
}

async function build(folder: string): Promise<void> {
  const builder = spawn(process.execPath, ['scripts/run.mjs', 'build'], {
    cwd: folder,
    // Standard output is reserved for the tables.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const code = await new Promise((resolve, reject) => {
    builder.once('error', reject);
    builder.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The build in ${folder} failed.`);
}
