/**
 * The upper bound: PostgreSQL alone with the statements of the bare server, by pgbench if installed. It prepares each
 * statement with its values once per connection, so that even planning costs nothing: no server can be faster.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Measured } from './load.ts';
import { referenceStatement } from './reference-statements.ts';

const run = promisify(execFile);

/** The maximum for pgbench. */
const MAX_SCRIPTS = 100;

/** Returns whether pgbench is installed. */
export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Runs the statements of random API addresses.
 *
 * @param folder holds its scripts while it runs
 */
export async function measureRaw(options: {
  url: string;
  folder: string;
  addresses: readonly string[];
  connections: number;
  seconds: number;
}): Promise<Measured> {
  const { url, addresses, connections, seconds } = options;
  const folder = await mkdtemp(path.join(options.folder, 'pgbench-'));
  try {
    const files = await Promise.all(
      addresses.slice(0, MAX_SCRIPTS).map(async (address, index) => {
        const file = path.join(folder, `${index}.sql`);
        await writeFile(file, `${withValues(address)};\n`);
        return file;
      }),
    );
    const { stdout } = await run('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      '--jobs=2',
      `--client=${connections}`,
      // The time includes connecting, which the rate excludes.
      `--time=${Math.ceil(seconds) + 1}`,
      ...files.flatMap((file) => ['--file', file]),
      url,
    ]);
    const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    return {
      requestsPerSecond: read(/tps = ([\d.]+)/),
      p50Ms: Number.NaN,
      p99Ms: Number.NaN,
      failures: read(/number of failed transactions: (\d+)/),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a statement with its values on one line, as pgbench requires. */
function withValues(address: string): string {
  const { text, values } = referenceStatement(address);
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(\d+)/g, (_all, place) => pg.escapeLiteral(values[Number(place) - 1] ?? ''));
}
