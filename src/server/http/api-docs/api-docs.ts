/**
 * The OpenAPI description of the API, and the page that shows it. Both are created on the first request: what makes
 * them is a fifth of all that a start would read, and most processes are never asked.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** @param options.publicUrl asked when the description is created: a free port is known only then */
export function installApiDocs(
  app: FastifyInstance,
  options: { version: string; publicUrl: () => string },
): void {
  let docs: Promise<FastifyInstance> | undefined;
  const openDocs = async () => {
    const { buildDocsApp } = await import('./api-docs-app.ts');
    return buildDocsApp({ version: options.version, publicUrl: options.publicUrl() });
  };
  app.addHook('onClose', async () => (await docs)?.close());

  async function ask(request: FastifyRequest, reply: FastifyReply) {
    docs ??= openDocs();
    const url = request.raw.url ?? '/';
    const answer = await (await docs).inject({ method: 'GET', url, headers: request.headers });
    const { connection: _connection, date: _date, ...headers } = answer.headers;
    const { rawPayload } = answer;
    reply.code(answer.statusCode).headers(headers);
    return rawPayload.length === 0 ? reply.send() : reply.send(rawPayload);
  }
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => ask(request, reply));
  }
}
