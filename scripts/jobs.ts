/** `npm run jobs -- [--at TIME]`: runs the background jobs due at a time (by default, now) and exits (docs/product/jobs.md). */

import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '#server/config/config.ts';
import { openInstallation } from '#server/process/installation.ts';
import { runBackgroundWork } from '#server/process/background-work.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

const USAGE = 'Usage: npm run jobs -- [--at TIME], such as --at 2026-03-02T08:00:00Z';

function readTime(): Date {
  const time = z.iso.datetime({ offset: true });
  try {
    const { at } = parseArgs({ options: { at: { type: 'string' } } }).values;
    return at === undefined ? new Date() : new Date(time.parse(at));
  } catch {
    throw new StartError(USAGE);
  }
}

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const dueAt = readTime();
  const config = readConfig(process.env);
  if (!config.isLocal) {
    throw new StartError(
      'npm run jobs works only if the database and PUBLIC_URL are on this machine. Otherwise, the server runs due jobs.',
    );
  }
  const installation = await openInstallation(config, (line) => console.log(line));
  try {
    const print = (details: object, message?: string) => console.log(message, details);
    const log = { info: print, warn: print, error: print };
    const publicUrl = config.publicUrlFor(config.port);
    const result = await runBackgroundWork(
      { config, installation, publicUrl, log },
      dueAt,
      shutdownSignal,
    );
    console.log(`${result.ran} jobs ran, ${result.failed} failed.`);
  } finally {
    await installation.close();
  }
}

runCommand(main);
