import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressFiles } from './scripts/bundle/compress-files.ts';
import { buildServiceWorker } from './scripts/bundle/service-worker.ts';

export default {
  appDirectory: 'src/client/app',
  // The launcher builds beside the build in use (scripts/launcher/build.mjs).
  buildDirectory: process.env['CLIENT_BUILD_FOLDER'] ?? 'build/by-hand',
  ssr: true,
  // Some twenty routes: the whole table is smaller than one question to the server about it.
  routeDiscovery: { mode: 'initial' },
  // A page is small and its loader smaller: one file per route saves a request on each.
  splitRouteModules: false,
  async buildEnd({ reactRouterConfig }) {
    const clientFolder = join(reactRouterConfig.buildDirectory, 'client');
    await buildServiceWorker(clientFolder);
    compressFiles(clientFolder);
  },
} satisfies Config;
