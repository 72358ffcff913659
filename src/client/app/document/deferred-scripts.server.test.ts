import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { delayScripts } from './deferred-scripts.server.ts';

const DOCUMENT = `<html><head><link rel="preload" as="font" href="/a.woff2"/><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" nonce="n1" href="/assets/b.js"/><link rel="modulepreload" href="/assets/c.js" nonce="n1"/></head><body>Häuser · 家<script nonce="n1">before()</script><script nonce="n1" type="module" async="">import "/assets/a.js";</script><script nonce="n1">after("ä")</script></body></html>`;

async function pass(document: string, chunkBytes: number): Promise<string> {
  const stream = delayScripts();
  const bytes = Buffer.from(document);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    stream.write(bytes.subarray(at, at + chunkBytes));
  stream.end();
  return text(stream);
}

describe('delayScripts', () => {
  it.each([1, 7, 100_000])('puts the scripts to sleep, in pieces of %i bytes', async (size) => {
    const html = await pass(DOCUMENT, size);
    expect(html).not.toContain('rel="modulepreload"');
    expect(html).toContain('<link rel="preload" as="font" href="/a.woff2"/></head>');
    expect(html).toContain(
      'Häuser · 家<script nonce="n1">before()</script><script nonce="n1" type="application/x-deferred-module">import "/assets/a.js";</script><script nonce="n1">(function(){',
    );
    expect(html).toContain('["/assets/a.js","/assets/b.js","/assets/c.js"].forEach');
    expect(html).toMatch(/<\/script><script nonce="n1">after\("ä"\)<\/script><\/body><\/html>$/);
  });

  it('sends what React has written when React says so, once it knows the scripts', async () => {
    const stream = delayScripts();
    const sent: string[] = [];
    stream.on('data', (chunk: Buffer) => sent.push(chunk.toString()));
    const middle = DOCUMENT.indexOf('"/assets/a.js";');
    for (const part of [DOCUMENT.slice(0, middle), DOCUMENT.slice(middle), 'more', ' and more']) {
      stream.write(part);
      if (part !== 'more') stream.flush();
    }
    const ended = once(stream, 'end');
    stream.end();
    await ended;
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(/<\/html>$/);
    expect(sent[1]).toBe('more and more');
  });

  it('leaves a document without scripts as it is', async () => {
    const html = '<html><body>Häuser</body></html>';
    expect(await pass(html, 5)).toBe(html);
  });

  it('takes a page without a nonce, whose scripts are allowed by their hashes', async () => {
    const html = await pass(DOCUMENT.replaceAll(' nonce="n1"', ''), 50);
    expect(html).toContain('<script type="application/x-deferred-module">import');
  });
});
