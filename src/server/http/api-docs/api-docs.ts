/**
 * Serves the OpenAPI document and the page that displays it. Both are created on the first request
 * because loading their modules would take a fifth of the startup time, and most processes never
 * need them.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestQueue } from '../limits/request-work.ts';

/** @param options.publicUrl called when the document is created, since a random port is not known earlier */
export function installApiDocs(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string; publicWork: RequestQueue },
): void {
  let docs: Promise<FastifyInstance> | undefined;
  const openDocs = async () => {
    const { buildDocsApp } = await import('./api-docs-app.ts');
    return buildDocsApp({ version: options.version, publicUrl: options.publicUrl() });
  };
  app.addHook('onClose', async () => (await docs)?.close());

  const readDocs = async ({ raw, headers }: FastifyRequest) => {
    docs ??= openDocs();
    return (await docs).inject({ method: 'GET', url: raw.url ?? '/', headers });
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      // Sent after leaving the queue so that a client that does not read its response occupies no
      // slot.
      const response = await options.publicWork(request, async () => readDocs(request));
      const { connection: _connection, date: _date, ...headers } = response.headers;
      const { rawPayload } = response;
      return reply
        .code(response.statusCode)
        .headers(headers)
        .send(rawPayload.length === 0 ? undefined : rawPayload);
    });
  }
}
