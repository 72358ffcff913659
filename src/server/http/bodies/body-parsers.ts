import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON; multipart forms are read by multipart.ts, and anything else is refused with 415.
 *
 * Many clients send a JSON content type even without a body: an empty body counts as none,
 * regardless of its type.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}
