/** Serves pages at every URL that is neither a file nor an endpoint. */

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicSettings } from '#shared/site/page-request.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import {
  convertForClient,
  sendCachedResponse,
  toCachedResponse,
} from '../cache/cached-responses.ts';
import { acceptConnections } from '../http/limits/accept-connections.ts';
import type { RequestQueue } from '../http/limits/request-work.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { hasUrlToken } from '../http/url-token.ts';
import { hashOwnScripts } from './inline-scripts.ts';
import type { ApiResponse, PageRenderer } from './page-renderer.ts';

/**
 * Returns a `fetch` for the pages' loaders, which calls the API in this process as a visitor, without a token.
 *
 * @param onStale called with the age in seconds of a response served while the database is down
 */
function createInProcessFetch(
  app: FastifyInstance,
  request: FastifyRequest,
  onStale: (staleSeconds: number) => void,
) {
  return async (path: string, init: RequestInit): Promise<ApiResponse> => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: { accept: 'application/json' },
      remoteAddress: request.ip,
    });
    if (response.headers['x-doorstep-stale'] !== undefined)
      onStale(Number(response.headers['age']));
    const { statusCode, payload, headers } = response;
    return {
      ok: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      headers: { get: (name) => headers[name]?.toString() ?? null },
      text: async () => payload,
    };
  };
}

/** Converts a page request to a GET `Request` of the Fetch API, even for a HEAD request. */
function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // Only the path and query of this URL are used; links are built from PUBLIC_URL. The URL is
  // concatenated because a path with two leading slashes would resolve to another site.
  return new Request(new URL(`http://localhost${request.raw.url ?? '/'}`), { headers });
}

/**
 * Registers the pages. They are the same for everyone. The browser adds content that depends on the
 * user.
 */
export function registerPageRoutes(
  app: FastifyInstance,
  options: {
    render: PageRenderer;
    publicSettings: PublicSettings;
    /** Returns the site's current settings. */
    readSite: () => Promise<PageSite>;
    cache: ResponseCache;
    publicWork: RequestQueue;
  },
): void {
  const { render, publicSettings, readSite, cache, publicWork } = options;

  /**
   * Renders a page. During rendering, a secret nonce distinguishes the page's own inline scripts from injected ones. The
   * content security policy then allows them by hash, which remains valid while the page is cached.
   */
  async function renderPage(request: FastifyRequest): Promise<CachedResponse> {
    await acceptConnections();
    const nonce = createNonce();
    /** While the database is down, a page's age is that of the oldest response it shows. */
    let staleSeconds: number | undefined;
    const response = await render(toWebRequest(request), {
      apiFetch: createInProcessFetch(app, request, (seconds) => {
        staleSeconds = Math.max(staleSeconds ?? 0, seconds);
      }),
      nonce,
      publicSettings,
      site: await readSite(),
      logError: (error) =>
        request.log.error({ req: request, err: error }, 'A page could not be rendered'),
    });
    const { body, sources } = await replaceNonce(response, nonce);
    const page = toCachedResponse(
      response.status,
      {
        ...Object.fromEntries(response.headers),
        'content-security-policy': contentSecurityPolicy(publicSettings, sources),
      },
      body,
    );
    return staleSeconds === undefined ? page : { ...page, staleSeconds };
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const { raw } = request;
      const url = raw.url ?? '';
      if (hasUrlToken(url)) {
        const page = await publicWork(request, async () => renderPage(request));
        reply.header('Cache-Control', 'no-store');
        return sendCachedResponse(request, reply, {
          ...page,
          headers: { ...page.headers, ...PRIVATE_HEADERS },
        });
      }
      const isFromNetwork = app.load.isFromNetwork(raw);
      // Takes a slot before joining or starting a render, so that other clients that join it never
      // wait in this client's queue.
      const response = await publicWork(request, async () =>
        convertForClient(
          request,
          await cache.get(url, () => renderPage(request), { isFromNetwork }),
        ),
      );
      return sendCachedResponse(request, reply, response);
    },
  });
}

/**
 * Pages with a token in their URL are not cached, and these headers keep the URL out of referrers
 * and search engines.
 */
const PRIVATE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

const createNonce = () => randomBytes(16).toString('base64url');

/** Removes the nonce and returns CSP sources for the page's own scripts; only HTML can have any. */
async function replaceNonce(
  response: Response,
  nonce: string,
): Promise<{ body: Buffer; sources: string[] }> {
  const body = Buffer.from(await response.arrayBuffer());
  if (!/^text\/html(;|$)/.test(response.headers.get('content-type') ?? ''))
    return { body, sources: [] };
  const { html, sources } = hashOwnScripts(body.toString(), nonce);
  return { body: Buffer.from(html), sources };
}
