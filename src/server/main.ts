/** Where `npm start` arrives: the server with the pages as they were built. */

import path from 'node:path';
import { findBuildFolder, productionRenderer } from './pages/page-renderer.ts';
import { runCommand } from './run-command.ts';
import type { ServerParts } from './app-process.ts';
import { runServer } from './serve.ts';

async function loadBuiltPages(): Promise<ServerParts> {
  const buildFolder = findBuildFolder();
  return {
    pages: {
      render: await productionRenderer(buildFolder),
      filesFolder: path.join(buildFolder, 'client'),
    },
  };
}

runCommand((ending) => runServer(ending, loadBuiltPages, { mayFork: true }));
