/** `npm run restore -- FOLDER`: restores a backup into an empty installation. */

import path from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { readManifest } from '#server/features/backup/backup-files.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { openInstallation } from '#server/process/installation.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || rest.length > 0)
    throw new StartError('Usage: npm run restore -- FOLDER');
  // npm changes to the project folder, but operators specify paths relative to their current
  // folder.
  const folder = path.resolve(process.env['INIT_CWD'] ?? '.', name);
  // Fails early, before a database is created.
  await readManifest(folder);
  const log = (line: string) => console.log(line);
  const config = readConfig(process.env);
  const installation = await openInstallation(config, log, { migrate: false });
  try {
    const { db, connection, images, dataDir } = installation;
    const summary = await restoreBackup({
      db,
      connection,
      images,
      dataDir,
      configuredDataKey: config.dataKey,
      folder,
      shutdownSignal,
    });
    log(
      `Restored ${summary.rows} rows and ${summary.images} pictures from the backup of ${summary.createdAt}`,
    );
  } finally {
    await installation.close();
  }
}

runCommand(main);
