/**
 * Serves built files. Most have hashed names that change with their content, and a few have fixed
 * names.
 */

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves a folder of built files. Files under `assets/` are cached as immutable. Others expire after an hour, except
 * the service worker, which is always revalidated.
 *
 * @param folder `build/client`; listed once at startup to register a route for each file
 */
export async function installStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build writes compressed copies (scripts/bundle/compress-files.ts).
    preCompressed: true,
    schemaHide: true,
    setHeaders: (reply, path) => {
      if (path.startsWith(`${folder}/service-worker.js`)) {
        // Browsers request this file to check for updates. Its policy limits what the worker can fetch.
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
