/** Serves stored pictures: `GET /images/{key}/{full or width}.webp`. */

import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors/app-error.ts';
import { isDemoKey, isStoredKey, parseImageFileName } from '../../storage/image-keys.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { isFresh } from '../../cache/cached-responses.ts';
import type { RequestQueue } from '../limits/request-work.ts';

/** A key's content never changes, so clients never need to revalidate it (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Registers the route, which returns 404 for anything except the exact path of a stored picture.
 *
 * @param work limits the pictures that one client reads at the same time
 */
export function registerImageRoutes(
  app: FastifyInstance,
  store: ImageStore,
  work: RequestQueue,
): void {
  app.get<{ Params: { key: string; file: string } }>(
    '/images/:key/:file',
    async (request, reply) => {
      const { key } = request.params;
      const variant = parseImageFileName(request.params.file);
      const canExist = variant !== null && (isStoredKey(key) || isDemoKey(key));
      const image = canExist ? await work(request, () => store.open(key, variant)) : null;
      if (!image) throw notFound('Picture not found.');

      const etag = `"${image.modifiedAt.getTime().toString(36)}-${image.sizeBytes.toString(36)}"`;
      reply.header('Cache-Control', IMMUTABLE).header('ETag', etag);
      if (isFresh(request.headers, { etag })) {
        image.stream.destroy();
        return reply.code(304).send();
      }
      return reply.type('image/webp').header('Content-Length', image.sizeBytes).send(image.stream);
    },
  );
}
