/**
 * Serves the OpenAPI document and the page that displays it. Both are created on the first request, because loading
 * their modules would take a fifth of the startup time and most processes never need them.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestWork } from '../limits/request-work.ts';

/** @param options.publicUrl called when the document is created, since a random port is not known earlier */
export function installApiDocs(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string; publicWork: RequestWork },
): void {
  let docs: Promise<FastifyInstance> | undefined;
  const openDocs = async () => {
    const { buildDocsApp } = await import('./api-docs-app.ts');
    return buildDocsApp({ version: options.version, publicUrl: options.publicUrl() });
  };
  app.addHook('onClose', async () => (await docs)?.close());

  async function forward(request: FastifyRequest, reply: FastifyReply) {
    docs ??= openDocs();
    const url = request.raw.url ?? '/';
    const response = await (await docs).inject({ method: 'GET', url, headers: request.headers });
    const { connection: _connection, date: _date, ...headers } = response.headers;
    const { rawPayload } = response;
    reply.code(response.statusCode).headers(headers);
    return rawPayload.length === 0 ? reply.send() : reply.send(rawPayload);
  }
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) =>
      options.publicWork(request, async () => forward(request, reply)),
    );
  }
}
