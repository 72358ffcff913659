/** `npm run backup -- FOLDER`: copies the database and pictures, with the server running or stopped. */

import path from 'node:path';
import { readVersion } from '#server/process/app-process.ts';
import { readConfig } from '#server/config/config.ts';
import { makeBackup } from '#server/features/backup/make-backup.ts';
import { openInstallation } from '#server/process/installation.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || rest.length > 0)
    throw new StartError('Usage: npm run backup -- FOLDER');
  // npm changes to the project's folder, but operators give paths relative to their own.
  const folder = path.resolve(process.env['INIT_CWD'] ?? '.', name);
  const version = await readVersion();
  const say = (line: string) => console.log(line);
  const config = readConfig(process.env);
  const installation = await openInstallation(config, say, { migrate: false });
  try {
    const { connection, images } = installation;
    const dataKey = config.dataKey === undefined ? installation.dataKey : undefined;
    const now = new Date();
    const summary = await makeBackup({
      connection,
      images,
      dataKey,
      folder,
      version,
      now,
      shutdownSignal,
    });
    say(`Backed up ${summary.rows} rows and ${summary.images} pictures to ${folder}`);
    if (summary.missing.length > 0) {
      say(`${summary.missing.length} pictures are in the database but missing from storage:`);
      for (const key of summary.missing) say(`  ${key}`);
      process.exitCode = 2;
    }
  } finally {
    await installation.close();
  }
}

runCommand(main);
