import { describe, expect, test } from 'vitest';
import { createResponseCache, type CachedResponse } from './response-cache.ts';

const responseOf = (text: string, status = 200): CachedResponse => ({
  status,
  headers: {},
  body: Buffer.from(text),
  etag: text,
});

/** Makes answers and counts them; each waits until it is let go. */
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
    letGo: () => {
      for (const finish of waiting.splice(0)) finish();
    },
  };
}

function createLive(maxBytes = 1024 * 1024) {
  const kept = createResponseCache(maxBytes);
  kept.setLive(true);
  return kept;
}

describe('kept answers', () => {
  test('are made once and used again', async () => {
    const kept = createLive();
    const made = await kept.get('a', async () => responseOf('one'));
    expect(await kept.get('a', async () => responseOf('two'))).toBe(made);
    expect(kept.peek('a')).toBe(made);
  });

  test('requests at the same time make one', async () => {
    const kept = createLive();
    const maker = createMaker();
    const all = Promise.all([1, 2, 3].map(() => kept.get('a', maker.make('one'))));
    maker.letGo();
    expect(new Set(await all).size).toBe(1);
    expect(maker.madeCount()).toBe(1);
  });

  test('go with every change', async () => {
    const kept = createLive();
    await kept.get('a', async () => responseOf('old'));
    kept.drop();
    expect(kept.peek('a')).toBeUndefined();
    expect((await kept.get('a', async () => responseOf('new'))).etag).toBe('new');
  });

  test('what was begun before a change is neither kept nor given to those who ask after it', async () => {
    const kept = createLive();
    const maker = createMaker();
    const before = kept.get('a', maker.make('old'));
    kept.drop();
    const after = kept.get('a', maker.make('new'));
    maker.letGo();
    expect((await before).etag).toBe('old');
    expect((await after).etag).toBe('new');
    expect(kept.peek('a')?.etag).toBe('new');
  });

  test('are not kept while changes could be missed', async () => {
    const kept = createResponseCache(1024);
    await kept.get('a', async () => responseOf('one'));
    expect(kept.peek('a')).toBeUndefined();
    expect(kept.cacheVersion()).toBeNull();
    kept.setLive(true);
    await kept.get('a', async () => responseOf('two'));
    kept.setLive(false);
    expect(kept.peek('a')).toBeUndefined();
  });

  test('failures are everybody’s and not kept', async () => {
    const kept = createLive();
    await expect(kept.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await kept.get('a', async () => responseOf('not found', 404));
    expect(kept.peek('a')).toBeUndefined();
  });

  test('stay within their bytes', async () => {
    const kept = createLive(64 * 1024);
    for (let index = 0; index < 100; index += 1) {
      await kept.get(String(index), async () => responseOf('x'.repeat(4_000)));
    }
    const left = Array.from({ length: 100 }, (_, index) => kept.peek(String(index))).filter(
      Boolean,
    );
    expect(left.length).toBeGreaterThan(5);
    expect(left.length * 4_000).toBeLessThanOrEqual(64 * 1024);
    expect(kept.peek('99')).toBeDefined();
  });
});
