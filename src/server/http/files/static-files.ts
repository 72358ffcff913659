/** Serves built files: hashed names that change with their content, and a few fixed names. */

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Serves a folder of built files: those under `assets/` are immutable, others are revalidated.
 *
 * @param folder `build/client`; read once at startup, since each of its files becomes a URL
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
        // Requested at every check for a new version; the worker's own policy limits what it can fetch.
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
