/** The development server: Vite serves and hot-reloads the client's sources in front of it (see dev.ts). */

import { createServer as createHttpServer } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createServer as createViteServer } from 'vite';
import { createDevelopmentRenderer } from '#server/pages/page-renderer.ts';
import { runCommand } from '#server/process/run-command.ts';
import type { ServerParts } from '#server/process/app-process.ts';
import { addMailPreviews } from '#server/process/previews/preview-routes.ts';
import { runServer } from '#server/process/serve.ts';

async function startVite(): Promise<ServerParts> {
  const httpServer = createHttpServer();
  const vite = await createViteServer({
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    // Scans all sources at startup because dependencies discovered on the first visit would cause a
    // full reload.
    optimizeDeps: { entries: ['src/client/**/*.{ts,tsx}', '!**/*.test.*'] },
    server: { middlewareMode: true, ws: { server: httpServer } },
  });
  httpServer.once('close', () => void vite.close());
  const loadBuild = async (): Promise<ServerBuild> =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  return {
    pages: { render: createDevelopmentRenderer(loadBuild), filesFolder: null },
    addDevRoutes: addMailPreviews,
    serverFactory: (handle) =>
      httpServer.on('request', (request, response) => {
        vite.middlewares(request, response, () => handle(request, response));
      }),
  };
}

runCommand((shutdownSignal) => runServer(shutdownSignal, startVite));
