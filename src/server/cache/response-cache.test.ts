import { describe, expect, test } from 'vitest';
import type { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const responseOf = (text: string, status = 200): CachedResponse => ({
  status,
  headers: {},
  body: Buffer.from(text),
  etag: text,
});

/** Creates responses and counts them; each waits until it is finished. */
function createMaker() {
  const waiting: (() => void)[] = [];
  let madeCount = 0;
  return {
    madeCount: () => madeCount,
    make: (text: string) => () => {
      madeCount += 1;
      const { promise, resolve } = Promise.withResolvers<CachedResponse>();
      waiting.push(() => resolve(responseOf(text)));
      return promise;
    },
    finishAll: () => {
      for (const finish of waiting.splice(0)) finish();
    },
  };
}

/** Some 125 kB that become about as small as a page of listings does: about a ninth. */
function pageOf(index: number): string {
  let seed = index + 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const card = () =>
    `<article class="card rounded-lg border"><a href="/property/${next()}">${'<svg><path d="M3 12h18"/></svg>'.repeat(30)}</a>
     <h3>${Array.from({ length: 40 }, () => next().toString(36)).join(' ')}</h3>${'<span class="text-sm">home</span>'.repeat(120)}</article>`;
  return Array.from({ length: 24 }, card).join('');
}

function createLive(maxBytes = 1024 * 1024) {
  const cache = createResponseCache(maxBytes);
  cache.setLive(true);
  return cache;
}

describe('the response cache', () => {
  test('are made once and used again', async () => {
    const cache = createLive();
    const made = await cache.get('a', async () => responseOf('one'));
    expect(await cache.get('a', async () => responseOf('two'))).toBe(made);
    expect(cache.peek('a')).toBe(made);
  });

  test('requests at the same time make one', async () => {
    const cache = createLive();
    const maker = createMaker();
    const all = Promise.all([1, 2, 3].map(() => cache.get('a', maker.make('one'))));
    maker.finishAll();
    expect(new Set(await all).size).toBe(1);
    expect(maker.madeCount()).toBe(1);
  });

  test('go with every change', async () => {
    const cache = createLive();
    await cache.get('a', async () => responseOf('old'));
    cache.drop();
    expect(cache.peek('a')).toBeUndefined();
    expect((await cache.get('a', async () => responseOf('new'))).etag).toBe('new');
  });

  test('what was begun before a change is neither cached nor given to those who ask after it', async () => {
    const cache = createLive();
    const maker = createMaker();
    const before = cache.get('a', maker.make('old'));
    cache.drop();
    const after = cache.get('a', maker.make('new'));
    maker.finishAll();
    expect((await before).etag).toBe('old');
    expect((await after).etag).toBe('new');
    expect(cache.peek('a')?.etag).toBe('new');
  });

  test('are not cached while changes could be missed', async () => {
    const cache = createResponseCache(1024);
    await cache.get('a', async () => responseOf('one'));
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.cacheVersion()).toBeNull();
    cache.setLive(true);
    await cache.get('a', async () => responseOf('two'));
    cache.setLive(false);
    expect(cache.peek('a')).toBeUndefined();
    expect((await cache.get('a', async () => responseOf('three'))).etag).toBe('three');
  });

  test('failures are everybody’s and not cached', async () => {
    const cache = createLive();
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await cache.get('a', async () => responseOf('not found', 404));
    expect(cache.peek('a')).toBeUndefined();
  });

  test('stay within their bytes', async () => {
    const cache = createLive(64 * 1024);
    for (let index = 0; index < 100; index += 1) {
      await cache.get(String(index), async () => responseOf('x'.repeat(4_000)));
    }
    const left = Array.from({ length: 100 }, (_, index) => cache.peek(String(index))).filter(
      Boolean,
    );
    expect(left.length).toBeGreaterThan(5);
    expect(left.length * 4_000).toBeLessThanOrEqual(64 * 1024);
    expect(cache.peek('99')).toBeDefined();
  });

  test('208 pages of 125 kB fit into 6.4 MB, as ten times as many do into 64', async () => {
    const cache = createLive(Math.floor(6.4 * 1024 * 1024));
    const pages = Array.from({ length: 208 }, (_, index) => `/for-sale?page=${index}`);
    for (const [index, key] of pages.entries()) {
      const body = Buffer.from(pageOf(index));
      const response = { ...responseOf(key), headers: { 'content-type': 'text/html' }, body };
      await cache.get(key, async () => response);
      // As far as they come one after the other; each is made smaller meanwhile.
      await expect.poll(() => cache.peek(key)?.encoding, { interval: 1 }).toBe('br');
    }
    expect(pages.filter((key) => cache.peek(key) === undefined)).toEqual([]);
    const last = cache.peek(pages.at(-1) ?? '');
    expect((await last?.forms?.get(last, undefined))?.body.toString()).toBe(pageOf(207));
  });

  describe('while the database cannot be reached', () => {
    const away = new Error('away');
    const SECOND_MS = 1_000;

    async function createCut(options: { isUnreachable?: boolean } = {}) {
      const clock = { now: 0 };
      const cache = createResponseCache(1024 * 1024, {
        now: () => clock.now,
        isUnreachable: (error) => (options.isUnreachable ?? true) && error === away,
      });
      cache.setLive(true);
      await cache.get('a', async () => responseOf('old'));
      cache.setLive(false);
      return { cache, clock };
    }
    const fail = () => Promise.reject(away);

    test('what was made within ten minutes stands in, with its age', async () => {
      const { cache, clock } = await createCut();
      clock.now = 90.9 * SECOND_MS;
      expect(await cache.get('a', fail)).toMatchObject({ etag: 'old', staleSeconds: 90 });
      expect(await cache.get('a', async () => responseOf('busy', 503))).toMatchObject({
        etag: 'old',
        staleSeconds: 90,
      });
      clock.now = 600.1 * SECOND_MS;
      await expect(cache.get('a', fail)).rejects.toBe(away);
    });

    test('another failure stays one, and so does what was never cached', async () => {
      const { cache } = await createCut({ isUnreachable: false });
      await expect(cache.get('a', fail)).rejects.toBe(away);
      const cut = await createCut();
      await expect(cut.cache.get('b', fail)).rejects.toBe(away);
    });

    test('nothing old is used once changes are heard of again', async () => {
      const { cache } = await createCut();
      cache.setLive(true);
      expect(cache.peek('a')).toBeUndefined();
      await expect(cache.get('a', fail)).rejects.toBe(away);
    });
  });
});
