import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { errorSchema } from '#shared/schemas/common.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import type { AppOptions } from '../app-options.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';

const SCRIPT = 'window.started = true;';
const PAGE_SETTINGS = {
  publicUrl: 'https://homes.example.org',
  mapTileUrl: 'https://tile.example.org/{z}/{x}/{y}.png',
  costRates: DEFAULT_COST_RATES,
} as const;

/** Pages with an inline script, like the real pages. */
const pages: AppOptions['pages'] = {
  render: async (_request, { nonce }) =>
    new Response(`<script${nonce === undefined ? '' : ` nonce="${nonce}"`}>${SCRIPT}</script>`, {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  filesFolder: null,
};

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp();
});

/** Starts an app for one test. */
async function start(overrides: Partial<AppOptions>) {
  const server = await startTestApp({ pages, ...overrides });
  cleanups.push(server.close);
  const inject = async (request: string | InjectOptions) => {
    const response = await server.app.inject(request);
    return { status: response.statusCode, headers: response.headers, text: response.payload };
  };
  return { ...server, inject };
}

/** An app with default options, shared by tests that do not change data. */
let defaultServer: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  defaultServer = await start({});
});

/** Returns the sources of a policy's directive. */
function sourcesOf(policy: unknown, directive: string): string[] {
  const entry = String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${directive} `));
  return entry?.split(' ').slice(1).filter(Boolean) ?? [];
}

describe('the Content-Security-Policy', () => {
  test('allows an uncached page’s scripts by hash, and uses a different secret nonce each time', async () => {
    const nonces = new Set<string>();
    const { inject } = await start({
      pages: {
        render: async (_request, { nonce }) => {
          nonces.add(nonce);
          return new Response(`<script nonce="${nonce}">${SCRIPT}</script>`, {
            headers: { 'content-type': 'text/html' },
          });
        },
        filesFolder: null,
      },
    });
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    for (const url of ['/about', '/about', '/shared?token=x']) {
      const { headers, text } = await inject(url);
      const scripts = sourcesOf(headers['content-security-policy'], 'script-src');
      expect(scripts).toEqual([`'self'`, `'sha256-${hash}'`]);
      expect(text).toBe(`<script>${SCRIPT}</script>`);
    }
    expect(nonces.size).toBe(3);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
  });

  test('allows a cached page’s scripts by hash, and is cached with the page', async () => {
    const responseCache = createResponseCache(1024 * 1024);
    responseCache.setLive(true);
    const { inject } = await start({ responseCache });
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    const first = await inject('/about');
    const scripts = sourcesOf(first.headers['content-security-policy'], 'script-src');
    expect(scripts).toEqual([`'self'`, `'sha256-${hash}'`]);
    const second = await inject('/about');
    expect(second.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    const notModified = await inject({
      url: '/about',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(notModified).toMatchObject({ status: 304, text: '' });
  });

  test('allows no other origins and no framing', async () => {
    const policy = contentSecurityPolicy(PAGE_SETTINGS, []);
    for (const [directive, sources] of Object.entries({
      'default-src': [`'self'`],
      'script-src': [`'self'`],
      'connect-src': [`'self'`],
      'font-src': [`'self'`],
      'object-src': [`'none'`],
      'base-uri': [`'self'`],
      'form-action': [`'self'`],
      'frame-ancestors': [`'none'`],
    })) {
      expect({ directive, sources: sourcesOf(policy, directive) }).toEqual({ directive, sources });
    }
    expect(policy).not.toContain('unsafe-eval');
  });

  test.each([
    ['https://tile.example.org/{z}/{x}/{y}.png', 'https://tile.example.org'],
    ['https://{s}.tile.example.org/{z}/{x}/{y}.png', 'https://*.tile.example.org'],
    ['http://127.0.0.1:8080/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
    ['https://a.org/{z}/{x}/{y}.png,https://b.org/{z}/{x}/{y}.png', 'https://a.org https://b.org'],
  ])('allows pictures from the map’s tile servers: %s', (mapTileUrl, origins) => {
    const policy = contentSecurityPolicy({ mapTileUrl }, []);
    const expected = [`'self'`, 'data:', 'blob:', ...origins.split(' ')];
    expect(sourcesOf(policy, 'img-src')).toEqual(expected);
  });

  test('allows nothing in responses other than pages', async () => {
    const { inject } = defaultServer;
    for (const url of ['/api/properties', '/api/nothing', '/images/x/full.webp', '/robots.txt']) {
      const { headers } = await inject(url);
      expect(headers['content-security-policy']).toBe(`default-src 'none'; frame-ancestors 'none'`);
    }
  });

  test('allows the API docs only their own scripts', async () => {
    const { inject } = defaultServer;
    const { status, headers } = await inject('/api/docs');
    expect(status).toBe(200);
    const scripts = sourcesOf(headers['content-security-policy'], 'script-src');
    expect(scripts.filter((source) => !/^'(self|sha256-[\w+/=]+)'$/.test(source))).toEqual([]);
  });
});

describe('other headers', () => {
  test('are set on all kinds of responses', async () => {
    const { inject } = defaultServer;
    const post = { method: 'POST', url: '/api/contact', payload: {} } as const;
    for (const request of ['/', '/api/properties', '/api/users', '/api/x', '/images/x/y', post]) {
      const { headers } = await inject(request);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()') as string,
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    }
  });

  test('include HSTS only if the site uses HTTPS', async () => {
    expect((await defaultServer.inject('/')).headers).toHaveProperty('strict-transport-security');
    const publicSettings = { ...PAGE_SETTINGS, publicUrl: 'http://localhost:3000' };
    const localApp = await start({ publicSettings });
    expect((await localApp.inject('/')).headers).not.toHaveProperty('strict-transport-security');
  });

  test('prevent caching of personal data', async () => {
    const admin = await defaultServer.addUser({ role: 'admin' });
    const { headers } = await defaultServer.send(endpoints.listUsers, { as: admin });
    expect(headers['cache-control']).toBe('no-store');
    const response = await defaultServer.inject({
      url: '/%61pi/users/profile',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('other origins', () => {
  const PARTNER_ORIGIN = 'https://partner.example.org';
  const preflight = (origin: string): InjectOptions => ({
    method: 'OPTIONS',
    url: '/api/properties',
    headers: { origin, 'access-control-request-method': 'DELETE' },
  });

  test('are not allowed unless configured', async () => {
    const { inject } = defaultServer;
    for (const request of [
      { url: '/api/properties', headers: { origin: PARTNER_ORIGIN } },
      { url: '/api/properties', headers: { origin: 'null' } },
      preflight(PARTNER_ORIGIN),
    ]) {
      const { headers } = await inject(request);
      const corsHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect(corsHeaders).toEqual([]);
    }
  });

  test('can call the API and read its response headers if configured', async () => {
    const { inject } = await start({ corsOrigins: [PARTNER_ORIGIN] });
    const { status, headers } = await inject({
      url: '/api/properties',
      headers: { origin: PARTNER_ORIGIN },
    });
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': PARTNER_ORIGIN,
        'access-control-expose-headers':
          'X-Total-Count, Link, X-Unread-Count, X-Pending-Count, X-Searched-For, Retry-After',
      },
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(await inject(preflight(PARTNER_ORIGIN))).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': PARTNER_ORIGIN,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      },
    });
  });

  test.each(['https://evil.example.org', `${PARTNER_ORIGIN}.evil.example.org`, 'null'])(
    'are not allowed if only others are configured: %s',
    async (origin) => {
      const { inject } = await start({ corsOrigins: [PARTNER_ORIGIN] });
      for (const request of [{ url: '/api/properties', headers: { origin } }, preflight(origin)]) {
        expect((await inject(request)).headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );
});

describe('a token in a URL', () => {
  test('is never logged, even if the page cannot be rendered', async () => {
    const lines: string[] = [];
    const { inject } = await start({
      logLevel: 'trace',
      logStream: { write: (line) => lines.push(line) },
      pages: {
        render: async (request, { logError }) => {
          logError(new Error('The page could not be rendered'));
          if (request.url.includes('fail')) throw new Error('The renderer failed');
          return new Response('', { status: 500 });
        },
        filesFolder: null,
      },
    });
    const token = 'a-very-secret-token';
    for (const path of ['/reset-password', '/fail', '/api/properties', '/api/x', '/%zz']) {
      await inject(`${path}?token=${token}`);
    }
    expect(lines.join('')).toContain('/reset-password');
    expect(lines.join('')).not.toContain(token);
  });
});

describe('requests rejected before any handler runs', () => {
  const json = { 'content-type': 'application/json' };
  const contact = { method: 'POST', url: '/api/contact' } as const;
  test.each<[string, InjectOptions, number, string]>([
    ['an unknown URL', { url: '/api/nothing' }, 404, 'NOT_FOUND'],
    ['the API itself', { url: '/api' }, 404, 'NOT_FOUND'],
    ['the API itself, with a slash', { url: '/api/' }, 404, 'NOT_FOUND'],
    ['a POST to an unknown URL', { method: 'POST', url: '/api/x' }, 404, 'NOT_FOUND'],
    ['a wrong method', { method: 'DELETE', url: '/api/properties' }, 404, 'NOT_FOUND'],
    ['a POST to a page', { method: 'POST', url: '/about' }, 404, 'NOT_FOUND'],
    ['invalid JSON', { ...contact, headers: json, payload: '{' }, 400, 'BAD_REQUEST'],
    [
      'JSON that would pollute object prototypes',
      { ...contact, headers: json, payload: '{"__proto__":{"role":"admin"}}' },
      400,
      'BAD_REQUEST',
    ],
    [
      'a body that is too large',
      { ...contact, headers: json, payload: JSON.stringify({ message: 'x'.repeat(262_144) }) },
      413,
      'TOO_LARGE',
    ],
    [
      'an unsupported type',
      { ...contact, headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
      'UNSUPPORTED_TYPE',
    ],
  ])('%s', async (_case, request, status, code) => {
    const { inject } = defaultServer;
    const response = await inject(request);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(errorSchema.strict().parse(JSON.parse(response.text))).toMatchObject({ code });
    expect(response.status).toBe(status);
  });
});

describe('HEAD', () => {
  test('has the same status, content type, and ETag as GET, but no body', async () => {
    const server = defaultServer;
    const { token } = await server.addUser({ role: 'admin' });
    const agent = await server.addUser({ role: 'agent' });
    const listing = await server.addProperty(agent);
    const calls = Object.values(endpoints as Record<string, Endpoint>)
      // An event stream never ends.
      .filter(({ method, contentType }) => method === 'GET' && contentType !== 'text/event-stream')
      .map((endpoint) =>
        endpointUrl(endpoint).replace(
          ':id',
          endpoint.path.startsWith('/users') ? agent._id : listing,
        ),
      );
    // Tests a cached page, too, with HEAD before GET.
    const responseCache = createResponseCache(1024 * 1024);
    responseCache.setLive(true);
    const cachingApp = await start({ responseCache });
    const head = await cachingApp.inject({ method: 'HEAD', url: '/about' });
    expect(head.text).toBe('');
    const get = await cachingApp.inject('/about');
    expect(get.text).toContain('window.started');
    for (const name of ['etag', 'content-type', 'content-length', 'content-security-policy'])
      expect(head.headers[name]).toBe(get.headers[name]);

    for (const url of [...calls, '/about', '/robots.txt', '/sitemap.xml']) {
      const headers = { authorization: `Bearer ${token}` };
      const get = await server.inject({ url, headers });
      const head = await server.inject({ method: 'HEAD', url, headers });
      expect({ url, status: head.status, text: head.text }).toEqual({
        url,
        status: get.status,
        text: '',
      });
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['etag']).toBe(get.headers['etag']);
    }
  });
});
