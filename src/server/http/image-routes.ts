/** The kept pictures: `GET /images/{key}/{full or width}.webp`. */

import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { isDemoKey, isStoredKey, parseImageFileName } from '../storage/image-keys.ts';
import type { ImageStore } from '../storage/image-store.ts';

/** A key never gets other content, so whoever has a picture never needs to ask again (RFC 8246). */
const FOREVER = 'public, max-age=31536000, immutable';

/** Registers the route. Anything but the exact address of a kept picture is 404. */
export function registerImageRoutes(app: FastifyInstance, options: { store: ImageStore }): void {
  app.get<{ Params: { key: string; file: string } }>(
    '/images/:key/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { key } = request.params;
      const variant = parseImageFileName(request.params.file);
      if (!variant || !(isStoredKey(key) || isDemoKey(key)))
        throw notFound('There is no such picture.');
      const image = await options.store.open(key, variant);
      if (!image) throw notFound('There is no such picture.');

      const etag = `"${image.modifiedAt.getTime().toString(36)}-${image.sizeBytes.toString(36)}"`;
      reply.header('cache-control', FOREVER).header('etag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        image.stream.destroy();
        return reply.code(304).send();
      }
      return reply.type('image/webp').header('content-length', image.sizeBytes).send(image.stream);
    },
  );
}

/** Weak comparison with each entity tag of an `If-None-Match` header (RFC 9110, 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  const candidates = header?.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''));
  return candidates?.some((candidate) => candidate === etag || candidate === '*') ?? false;
}
