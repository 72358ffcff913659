/** Every address that is no file and no call is a page. */

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { PageRenderer, PublicSettings } from './page-renderer.ts';

/** A fetch that calls the API in process, for the pages' loaders; visitors' calls only, without a token. */
export function inProcessFetch(app: FastifyInstance, request: FastifyRequest) {
  return async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: { accept: 'application/json' },
      remoteAddress: request.ip,
    });
    const headers = new Headers();
    for (const name of ['content-type', 'x-total-count', 'x-searched-for', 'link', 'etag']) {
      const value = answer.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    return new Response(answer.rawPayload, { status: answer.statusCode, headers });
  };
}

/** The Web's form of a page request. Pages take no bodies. */
function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // Only path and query of this address are ever used; links are made from PUBLIC_URL.
  return new Request(new URL(request.raw.url ?? '/', 'http://localhost'), {
    method: request.method,
    headers,
    signal,
  });
}

/** Registers the pages on an app. */
export function registerPageRoutes(
  app: FastifyInstance,
  render: PageRenderer,
  publicSettings: PublicSettings,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const nonce = randomBytes(16).toString('base64url');
      const answer = await render(toWebRequest(request, left.signal), {
        apiFetch: inProcessFetch(app, request),
        nonce,
        publicSettings,
      });
      reply.header('Content-Security-Policy', contentSecurityPolicy(publicSettings, nonce));
      if (!answer.headers.has('cache-control')) reply.header('Cache-Control', 'no-cache');
      return reply.send(answer);
    },
  });
}
