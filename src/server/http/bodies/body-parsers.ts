import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON; multipart forms are read by multipart.ts, and anything else is refused with 415.
 *
 * Many clients say that they send JSON even where they send nothing: an empty body is none, whatever its type.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}
