import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { hashOwnScripts } from './inline-scripts.ts';

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('hashOwnScripts', () => {
  it('allows scripts with the nonce and removes the nonce', () => {
    const html =
      '<script nonce="n1">own()</script><script type="module" nonce="n1">more()</script>';
    expect(hashOwnScripts(html, 'n1')).toEqual({
      html: '<script>own()</script><script type="module">more()</script>',
      sources: [sourceOf('own()'), sourceOf('more()')],
    });
  });

  it.each([
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="n2">alert(1)</script>',
    '<script data-nonce="n1">alert(1)</script>',
    '<script type="application/ld+json">{}</script>',
    '<script nonce="n1" src="/assets/a.js"></script>',
  ])('allows nothing for %s', (script) => {
    expect(hashOwnScripts(script, 'n1').sources).toEqual([]);
  });
});

describe('a cached page', () => {
  /** Requests a page with an injected script. */
  const render = async (type: string) => {
    const responseCache = createResponseCache(1024 * 1024);
    responseCache.setLive(true);
    const server = await startTestApp({
      responseCache,
      pages: {
        render: async (_request, { nonce }) =>
          new Response(`<script nonce="${nonce}">own()</script><p><script>alert(1)</script></p>`, {
            headers: { 'content-type': type },
          }),
        filesFolder: null,
      },
    });
    try {
      const [first, second] = [
        await server.app.inject('/about'),
        await server.app.inject('/about'),
      ];
      expect(second.headers).toMatchObject(first.headers);
      return { policy: String(first.headers['content-security-policy']), html: first.payload };
    } finally {
      await server.close();
    }
  };

  it('does not allow an injected script', async () => {
    const { policy, html } = await render('text/html; charset=utf-8');
    expect(policy).toContain(`script-src 'self' ${sourceOf('own()')};`);
    expect(html).toBe('<script>own()</script><p><script>alert(1)</script></p>');
  });

  it.each(['text/plain', 'application/xml', 'image/svg+xml'])(
    'allows no scripts if its type is %s',
    async (type) => {
      expect((await render(type)).policy).toContain(`script-src 'self';`);
    },
  );
});
