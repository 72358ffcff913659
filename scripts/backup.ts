/** `npm run backup -- FOLDER`: copies the database, the pictures, and the data key (unless it is a setting), while the server runs or is stopped. */

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
  // npm changes to the project folder, but operators specify paths relative to their current
  // folder.
  const folder = path.resolve(process.env['INIT_CWD'] ?? '.', name);
  const version = await readVersion();
  const log = (line: string) => console.log(line);
  const config = readConfig(process.env);
  const installation = await openInstallation(config, log, { migrate: false });
  try {
    const { connection, images, dataKey } = installation;
    const now = new Date();
    const summary = await makeBackup({
      connection,
      images,
      dataKey,
      includesDataKey: config.dataKey === undefined,
      folder,
      version,
      now,
      shutdownSignal,
    });
    log(`Backed up ${summary.rows} rows and ${summary.images} pictures to ${folder}`);
    if (summary.missing.length > 0) {
      log(`Pictures in the database but missing from storage (${summary.missing.length}):`);
      for (const key of summary.missing) log(`  ${key}`);
      process.exitCode = 2;
    }
  } finally {
    await installation.close();
  }
}

runCommand(main);
