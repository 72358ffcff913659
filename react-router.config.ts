import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressFiles } from './scripts/bundle/compress-files.ts';
import { buildServiceWorker } from './scripts/bundle/service-worker.ts';

export default {
  appDirectory: 'src/client/app',
  // The launcher builds in a separate folder next to the current build (scripts/launcher/build.mjs).
  buildDirectory: process.env['CLIENT_BUILD_FOLDER'] ?? 'build/manual',
  ssr: true,
  // Sending the complete table of routes costs less than a request for part of it.
  routeDiscovery: { mode: 'initial' },
  // Pages and loaders are small, so one file per route saves a request.
  splitRouteModules: false,
  async buildEnd({ reactRouterConfig }) {
    const clientFolder = join(reactRouterConfig.buildDirectory, 'client');
    await buildServiceWorker(clientFolder);
    compressFiles(clientFolder);
  },
} satisfies Config;
