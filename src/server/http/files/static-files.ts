/** Built files, with names that change with their content, and the few that keep their names. */

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves a folder of built files: those under `assets/` are immutable, others are revalidated.
 *
 * @param folder `build/client`; each of its files becomes a URL, so it is read once at start
 */
export async function installStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build has put them beside the texts (scripts/bundle/compress-files.ts).
    preCompressed: true,
    schemaHide: true,
    setHeaders: (reply, path) => {
      if (path.startsWith(`${folder}/service-worker.js`)) {
        // Requested again at every check for a new version; its own policy rules what it may fetch.
        reply.header('Cache-Control', 'no-cache');
        reply.header('Content-Security-Policy', `default-src 'none'; connect-src 'self'`);
        return;
      }
      const isHashed = path.startsWith(`${folder}/assets/`);
      reply.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
}
