import { describe, expect, test } from 'vitest';
import { createResponseCache, type CachedResponse } from './response-cache.ts';

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
