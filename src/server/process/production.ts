/** Runs the server with the built pages. */

import path from 'node:path';
import type { ServerParts } from './app-process.ts';
import { findBuildFolder, createProductionRenderer } from '../pages/page-renderer.ts';
import { runCommand } from './run-command.ts';
import { runServer } from './serve.ts';

/** @throws StartError if there is no build */
export async function loadBuiltPages(): Promise<ServerParts> {
  const buildFolder = findBuildFolder();
  return {
    pages: {
      render: await createProductionRenderer(buildFolder),
      filesFolder: path.join(buildFolder, 'client'),
    },
  };
}

/** Serves until this process gets a termination signal. */
export function startProduction(): void {
  runCommand((shutdownSignal) => runServer(shutdownSignal, loadBuiltPages, { canFork: true }));
}
