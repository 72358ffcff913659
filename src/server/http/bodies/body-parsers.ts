import type { FastifyInstance } from 'fastify';

/**
 * Parses JSON bodies. multipart.ts reads multipart forms, and any other type is rejected with 415.
 *
 * An empty body counts as no body, since many clients send a JSON content type even without a body.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}
