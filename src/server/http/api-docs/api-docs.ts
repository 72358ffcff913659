/**
 * Serves the OpenAPI document and the page that displays it. Both are created on the first request
 * because loading their modules would take a fifth of the startup time, and most processes never
 * need them.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createOnce } from '../../concurrency/create-once.ts';
import { compressForClient } from '../bodies/compress-responses.ts';
import type { RequestQueue } from '../limits/request-work.ts';

/** @param options.publicUrl called when the document is created, since a random port is not known earlier */
export function installApiDocs(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string; publicWork: RequestQueue },
): void {
  let docs: FastifyInstance | undefined;
  const openDocs = createOnce(async () => {
    const { buildDocsApp } = await import('./api-docs-app.ts');
    docs = await buildDocsApp({ version: options.version, publicUrl: options.publicUrl() });
    return docs;
  });
  app.addHook('onClose', async () => docs?.close());

  const readDocs = async (request: FastifyRequest) => {
    const url = request.raw.url ?? '/';
    const response = await (
      await openDocs()
    ).inject({ method: 'GET', url, headers: request.headers });
    const { connection: _connection, date: _date, ...headers } = response.headers;
    const type = headers['content-type'] ?? '';
    const { body, encoding } = await compressForClient(request, type, response.rawPayload);
    if (encoding !== undefined) {
      headers['content-encoding'] = encoding;
      headers['content-length'] = body.length;
    }
    return { status: response.statusCode, headers, body };
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      // Sent after leaving the queue so that a client that does not read its response occupies no
      // slot.
      const { status, headers, body } = await options.publicWork(request, async () =>
        readDocs(request),
      );
      return reply
        .code(status)
        .headers(headers)
        .send(body.length === 0 ? undefined : body);
    });
  }
}
