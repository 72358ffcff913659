/** Every URL that is neither a file nor an endpoint is a page. */

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicSettings } from '#shared/site/page-request.ts';
import type { PageSite } from '#shared/site/page-site.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { sendCachedResponse, toCachedResponse } from '../cache/cached-responses.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { hashOwnScripts } from './inline-scripts.ts';
import type { ApiResponse, PageRenderer } from './page-renderer.ts';

/**
 * A fetch that calls the API in process, for the pages' loaders; visitors' calls only, without a token.
 *
 * @param onStale takes the age of a response that is served while the database is away, in seconds
 */
export function inProcessFetch(
  app: FastifyInstance,
  request: FastifyRequest,
  onStale?: (staleSeconds: number) => void,
) {
  return async (path: string, init: RequestInit): Promise<ApiResponse> => {
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: { accept: 'application/json' },
      remoteAddress: request.ip,
    });
    if (answer.headers['x-doorstep-stale'] !== undefined) onStale?.(Number(answer.headers['age']));
    const { statusCode, payload, headers } = answer;
    return {
      ok: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      headers: { get: (name) => headers[name]?.toString() ?? null },
      text: async () => payload,
    };
  };
}

/** The Web's form of a page request. Pages take no bodies. */
function toWebRequest(request: FastifyRequest, init: RequestInit): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // Only path and query of this URL are ever used; links are built from PUBLIC_URL.
  // Put together, not resolved: what begins with two slashes would name another site, or none.
  return new Request(new URL(`http://localhost${request.raw.url ?? '/'}`), {
    method: request.method,
    headers,
    ...init,
  });
}

/** Registers the pages on an app. They are the same for everyone: what depends on the user is added in the browser. */
export function registerPageRoutes(
  app: FastifyInstance,
  options: {
    render: PageRenderer;
    publicSettings: PublicSettings;
    /** The site's own settings as of now. */
    readSite: () => Promise<PageSite>;
    cache: ResponseCache;
  },
): void {
  const { render, publicSettings, readSite, cache } = options;

  /**
   * A whole page, also for a HEAD request. It is rendered with a nonce that no one gets to know, by which its
   * own inline scripts are distinguished from any others; these are allowed by their hashes, which stay true for as long as it is
   * cache.
   */
  async function renderWhole(request: FastifyRequest): Promise<CachedResponse> {
    const nonce = createNonce();
    /** While the database is away, a page is as old as the oldest response that it shows. */
    let staleSeconds: number | undefined;
    const answer = await render(toWebRequest(request, { method: 'GET' }), {
      apiFetch: inProcessFetch(app, request, (seconds) => {
        staleSeconds = Math.max(staleSeconds ?? 0, seconds);
      }),
      nonce,
      publicSettings,
      site: await readSite(),
      logError: (error) =>
        request.log.error({ req: request, err: error }, 'A page could not be rendered'),
    });
    const { body, sources } = await takeNonce(answer, nonce);
    const page = toCachedResponse(
      answer.status,
      {
        ...Object.fromEntries(answer.headers),
        'content-security-policy': contentSecurityPolicy(publicSettings, sources),
      },
      body,
    );
    return staleSeconds === undefined ? page : { ...page, staleSeconds };
  }

  /** A page as a stream, for when nothing is cached; its inline scripts are allowed by a nonce. */
  async function renderStream(request: FastifyRequest, reply: FastifyReply) {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const nonce = createNonce();
    const answer = await render(toWebRequest(request, { signal: left.signal }), {
      apiFetch: inProcessFetch(app, request),
      nonce,
      publicSettings,
      site: await readSite(),
      logError: (error) =>
        request.log.error({ req: request, err: error }, 'A page could not be rendered'),
    });
    reply.header(
      'Content-Security-Policy',
      contentSecurityPolicy(publicSettings, [`'nonce-${nonce}'`]),
    );
    if (hasToken(request)) hideToken(answer.headers);
    else if (!answer.headers.has('cache-control')) reply.header('Cache-Control', 'no-cache');
    return reply.send(answer);
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (hasToken(request) || !cache.isEnabled) return renderStream(request, reply);
      const { raw } = request;
      const answer = await cache.get(raw.url ?? '', () => renderWhole(request), {
        isFromNetwork: app.load.isFromNetwork(raw),
      });
      return sendCachedResponse(request, reply, answer);
    },
  });
}

/** Whether a URL has the token of an emailed link: its page is private. Parsed, since a name may be percent-encoded. */
const hasToken = (request: FastifyRequest) =>
  new URLSearchParams(request.raw.url?.split('?').slice(1).join('?')).has('token');

/** Such a page is stored nowhere, found by no search engine, and reveals its URL to no other site. */
function hideToken(headers: Headers): void {
  headers.set('cache-control', 'no-store');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('x-robots-tag', 'noindex');
}

const createNonce = () => randomBytes(16).toString('base64url');

/** The body to be cached, and what of it may run; only HTML has scripts. */
async function takeNonce(
  answer: Response,
  nonce: string,
): Promise<{ body: Buffer; sources: string[] }> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (!/^text\/html(;|$)/.test(answer.headers.get('content-type') ?? ''))
    return { body, sources: [] };
  const { html, sources } = hashOwnScripts(body.toString(), nonce);
  return { body: Buffer.from(html), sources };
}
