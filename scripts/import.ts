/** `npm run import -- FILE`: imports listings in bulk (docs/product/import.md). */

import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/config.ts';
import { importListings } from '#server/features/import/import-listings.ts';
import { createProgressBar } from '#server/features/import/import-progress.ts';
import { openReport } from '#server/features/import/import-report.ts';
import { describeSummary, hasAcceptedRows } from '#server/features/import/import-summary.ts';
import { measureSource } from '#server/features/import/source/source-file.ts';
import { openInstallation } from '#server/process/installation.ts';
import { requireFreeDisk } from '#server/storage/free-disk.ts';
import { runCommand } from '#server/process/run-command.ts';
import { StartError } from '#server/errors/start-error.ts';

const USAGE = 'Usage: npm run import -- FILE [--agent EMAIL] [--encoding NAME] [--dry-run]';

type Arguments = {
  file: string;
  agentEmail: string | undefined;
  encoding: string | undefined;
  isDryRun: boolean;
};

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        agent: { type: 'string' },
        encoding: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new StartError(USAGE);
    // npm changes to the project folder, but operators specify paths relative to their current
    // folder.
    return {
      file: path.resolve(process.env['INIT_CWD'] ?? '.', file),
      agentEmail: values.agent,
      encoding: values.encoding,
      isDryRun: values['dry-run'],
    };
  } catch {
    throw new StartError(USAGE);
  }
}

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const { file, agentEmail, encoding, isDryRun } = readArguments();
  // Fails early, before the database is started.
  await measureSource(file);
  const config = readConfig(process.env);
  const installation = await openInstallation(config, (line) => console.log(line));
  try {
    const { db, images, dataDir } = installation;
    const report = await openReport(file, { fallbackFolder: dataDir, now: new Date(), isDryRun });
    const bar = createProgressBar(process.stderr);
    try {
      const summary = await importListings({
        db,
        images,
        requireFreeDisk: () => requireFreeDisk(dataDir),
        file,
        agentEmail,
        encoding,
        isDryRun,
        now: () => new Date(),
        report,
        onProgress: bar.show,
        shutdownSignal,
      });
      bar.stop();
      const lines = describeSummary(summary);
      await report.close(lines);
      console.log([...lines, `Report: ${report.file}`].join('\n'));
      if (!hasAcceptedRows(summary)) {
        console.error('Nothing was imported.');
        process.exitCode = 1;
      }
    } catch (error) {
      bar.stop();
      await report.close([`The import ended early: ${toMessage(error)}`]);
      throw error;
    }
  } finally {
    await installation.close();
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

runCommand(main);
