import { describe, expect, test, vi } from 'vitest';
import { MAX_CACHED_RESPONSE_AGE_MS } from '#shared/limits.ts';
import type { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const responseOf = (text: string, status = 200): CachedResponse => ({
  status,
  headers: {},
  body: Buffer.from(text),
  etag: text,
});

/** Counts renders, which finish only when `finishAll` is called. */
function createRenderer() {
  const finishCallbacks: (() => void)[] = [];
  let renderCount = 0;
  return {
    renderCount: () => renderCount,
    render: (text: string) => () => {
      renderCount += 1;
      const { promise, resolve } = Promise.withResolvers<CachedResponse>();
      finishCallbacks.push(() => resolve(responseOf(text)));
      return promise;
    },
    finishAll: () => {
      for (const finish of finishCallbacks.splice(0)) finish();
    },
  };
}

/** Returns about 120 kB that compress to about a ninth, like a page of listings. */
function pageOf(index: number): string {
  let seed = index + 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const card = () =>
    `<article class="card rounded-lg border"><a href="/property/${next()}">${'<svg><path d="M3 12h18"/></svg>'.repeat(30)}</a>
     <h3>${Array.from({ length: 124 }, () => next().toString(36)).join(' ')}</h3>${'<span class="text-sm">home</span>'.repeat(95)}</article>`;
  return Array.from({ length: 24 }, card).join('');
}

function createLiveCache(maxBytes = 1024 * 1024) {
  const cache = createResponseCache(maxBytes);
  cache.setLive(true);
  return cache;
}

describe('the response cache', () => {
  test('renders a response once and reuses it', async () => {
    const cache = createLiveCache();
    const first = await cache.get('a', async () => responseOf('one'));
    expect(await cache.get('a', async () => responseOf('two'))).toBe(first);
    expect(cache.peek('a')).toBe(first);
  });

  test('renders once for all concurrent requests', async () => {
    const cache = createLiveCache();
    const renderer = createRenderer();
    const all = Promise.all([1, 2, 3].map(() => cache.get('a', renderer.render('one'))));
    renderer.finishAll();
    expect(new Set(await all).size).toBe(1);
    expect(renderer.renderCount()).toBe(1);
  });

  test('renders again after a change', async () => {
    const cache = createLiveCache();
    await cache.get('a', async () => responseOf('old'));
    cache.notify('');
    expect(cache.peek('a')).toBeUndefined();
    expect((await cache.get('a', async () => responseOf('new'))).etag).toBe('new');
  });

  test('starts a new render for requests after a change, even if an older one is still running', async () => {
    const cache = createLiveCache();
    const renderer = createRenderer();
    const before = cache.get('a', renderer.render('old'));
    cache.notify('');
    const after = cache.get('a', renderer.render('new'));
    renderer.finishAll();
    expect((await before).etag).toBe('old');
    expect((await after).etag).toBe('new');
    expect(cache.peek('a')?.etag).toBe('new');
  });

  test('stores nothing while changes could be missed', async () => {
    const cache = createResponseCache(1024);
    await cache.get('a', async () => responseOf('one'));
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.version()).toBeNull();
    cache.setLive(true);
    await cache.get('a', async () => responseOf('two'));
    cache.setLive(false);
    expect(cache.peek('a')).toBeUndefined();
    expect((await cache.get('a', async () => responseOf('three'))).etag).toBe('three');
  });

  test('caches neither failures nor responses with an error status', async () => {
    const cache = createLiveCache();
    await expect(cache.get('a', () => Promise.reject(new Error('unreachable')))).rejects.toThrow(
      'unreachable',
    );
    await cache.get('a', async () => responseOf('not found', 404));
    expect(cache.peek('a')).toBeUndefined();
  });

  test('stays within its size limit', async () => {
    const cache = createLiveCache(64 * 1024);
    for (let index = 0; index < 100; index += 1) {
      await cache.get(String(index), async () => responseOf('x'.repeat(4_000)));
    }
    const remaining = Array.from({ length: 100 }, (_, index) => cache.peek(String(index))).filter(
      Boolean,
    );
    expect(remaining.length).toBeGreaterThan(5);
    expect(remaining.length * 4_000).toBeLessThanOrEqual(64 * 1024);
    expect(cache.peek('99')).toBeDefined();
  });

  test('208 pages of 120 kB fit in 6.4 MB', async () => {
    // The clock does not advance, because compressing all pages can take longer than an entry lives
    // on a busy machine.
    const cache = createResponseCache(Math.floor(6.4 * 1024 * 1024), { now: () => 0 });
    cache.setLive(true);
    const pages = Array.from({ length: 208 }, (_, index) => `/for-sale?page=${index}`);
    for (const [index, key] of pages.entries()) {
      const body = Buffer.from(pageOf(index));
      const response = { ...responseOf(key), headers: { 'content-type': 'text/html' }, body };
      await cache.get(key, async () => response);
    }
    expect(pages.filter((key) => cache.peek(key) === undefined)).toEqual([]);
    const last = cache.peek(pages.at(-1) ?? '');
    expect(String(await last?.encodings?.convert(undefined))).toBe(pageOf(207));
  });

  test('stores a response that fits only when compressed', async () => {
    const cache = createResponseCache(400_000);
    cache.setLive(true);
    const headers = { 'content-type': 'text/html' };
    const body = Buffer.from(pageOf(0));
    await cache.get('a', async () => ({ ...responseOf('one'), headers, body }));
    expect(cache.peek('a')?.encoding).toBe('br');
  });

  test('converts a body once for all concurrent requests', async () => {
    const cache = createLiveCache();
    const body = Buffer.from(pageOf(0));
    const headers = { 'content-type': 'text/html' };
    await cache.get('a', async () => ({ ...responseOf('one'), headers, body }));
    const encodings = cache.peek('a')?.encodings;
    expect(encodings?.find('gzip')).toBeUndefined();
    const convertedBodies = await Promise.all(
      [1, 2, 3].map(async () => encodings?.convert('gzip')),
    );
    expect(new Set(convertedBodies).size).toBe(1);
    expect(encodings?.find('gzip')).toBe(convertedBodies[0]);
  });

  test('stores the response of the render that started last, even if another one ends later', async () => {
    const cache = createLiveCache();
    const renderer = createRenderer();
    const before = cache.get('a', renderer.render('old'));
    cache.notify('');
    await cache.get('a', async () => responseOf('new'));
    renderer.finishAll();
    await before;
    expect(cache.peek('a')?.etag).toBe('new');
  });

  test('renders again after 25 seconds without changes', async () => {
    const clock = { now: 0 };
    const cache = createResponseCache(1024 * 1024, { now: () => clock.now });
    cache.setLive(true);
    await cache.get('a', async () => responseOf('one'));
    clock.now = MAX_CACHED_RESPONSE_AGE_MS;
    expect(cache.peek('a')?.etag).toBe('one');
    clock.now += 1;
    expect(cache.peek('a')).toBeUndefined();
  });

  test('an import raises the version immediately and then once a second', async () => {
    vi.useFakeTimers();
    const cache = createLiveCache();
    const render = () => cache.get('a', async () => responseOf('a'));
    await render();
    cache.notify('import');
    expect(cache.peek('a')).toBeUndefined();
    await render();
    cache.notify('import');
    cache.notify('import');
    vi.advanceTimersByTime(999);
    expect(cache.peek('a')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(cache.peek('a')).toBeUndefined();
    await render();
    cache.notify('');
    expect(cache.peek('a')).toBeUndefined();
    vi.useRealTimers();
  });

  test('a process that cannot catch up with changes treats everything as outdated', async () => {
    for (const [catchUp, isCurrent] of [
      [async () => true, true],
      [async () => false, false],
      [() => Promise.reject(new Error('unreachable')), false],
    ] as const) {
      const cache = createResponseCache(1024 * 1024, { catchUp });
      cache.setLive(true);
      await cache.get('a', async () => responseOf('a'));
      await cache.catchUp();
      expect(cache.peek('a') !== undefined).toBe(isCurrent);
    }
  });

  test('data read from a replica that lacks the last change counts as outdated', async () => {
    const clock = { now: 10, asOf: 9 };
    const cache = createResponseCache(1024 * 1024, {
      now: () => clock.now,
      dataAsOfMs: () => clock.asOf,
    });
    cache.setLive(true);
    await cache.get('a', async () => responseOf('old'));
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.version()).toBeNull();
    clock.asOf = 10;
    expect(cache.version()).not.toBeNull();
    await cache.get('a', async () => responseOf('new'));
    expect(cache.peek('a')?.etag).toBe('new');
  });

  test.each([
    ['a replica lacks the last change', { dataAsOfMs: () => -1 }, true],
    ['changes are not announced', {}, false],
  ])('renders once for all concurrent requests while %s', async (_, options, isLive) => {
    const cache = createResponseCache(1024 * 1024, { now: () => 0, ...options });
    cache.setLive(isLive);
    const renderer = createRenderer();
    const all = [1, 2, 3].map(() => cache.get('a', renderer.render('one')));
    renderer.finishAll();
    await Promise.all(all);
    expect(renderer.renderCount()).toBe(1);
  });

  describe('while the process is busy rendering', () => {
    const visitor = { isFromNetwork: true };

    /** Creates a cache with an outdated entry `a` and some renders in progress. */
    async function createBusyCache(renderCount: number) {
      const clock = { now: 0 };
      const cache = createResponseCache(1024 * 1024, { now: () => clock.now, staleMs: 5_000 });
      cache.setLive(true);
      await cache.get('a', async () => responseOf('old'), visitor);
      cache.notify('');
      const renderer = createRenderer();
      const others: Promise<CachedResponse>[] = [];
      const startRenders = (count: number) => {
        for (let started = 0; started < count; started += 1)
          others.push(cache.get(`other ${others.length}`, renderer.render('other'), visitor));
      };
      startRenders(renderCount);
      const finish = () => {
        renderer.finishAll();
        return Promise.all(others);
      };
      return { cache, clock, renderer, startRenders, finish };
    }

    test('an outdated entry is sent for five seconds', async () => {
      const { cache, clock, startRenders } = await createBusyCache(12);
      expect(cache.peek('a', visitor)?.etag).toBe('old');
      clock.now = 5_000;
      startRenders(10);
      expect(cache.peek('a', visitor)?.etag).toBe('old');
      clock.now = 5_001;
      expect(cache.peek('a', visitor)).toBeUndefined();
    });

    test('requests join a render started before a change', async () => {
      const { cache, finish, renderer } = await createBusyCache(12);
      cache.notify('');
      const joinedResponse = cache.get('other 0', renderer.render('never'), visitor);
      expect(renderer.renderCount()).toBe(12);
      await finish();
      expect((await joinedResponse).etag).toBe('other');
    });

    test('a page’s API calls get the current version', async () => {
      const { cache } = await createBusyCache(12);
      expect(cache.peek('a')).toBeUndefined();
      expect((await cache.get('a', async () => responseOf('new'))).etag).toBe('new');
    });

    test('neither 11 concurrent renders nor 50 consecutive ones make a process busy', async () => {
      const { cache } = await createBusyCache(11);
      expect(cache.peek('a', visitor)).toBeUndefined();
      const consecutive = await createBusyCache(0);
      for (let count = 0; count < 50; count += 1)
        await consecutive.cache.get(String(count), async () => responseOf('other'), visitor);
      expect(consecutive.cache.peek('a', visitor)).toBeUndefined();
    });

    test('a process stops being busy after a second', async () => {
      const { cache, clock } = await createBusyCache(12);
      clock.now = 1_001;
      expect(cache.peek('a', visitor)).toBeUndefined();
    });
  });

  test('a stored body takes no more memory than its length', async () => {
    const cache = createResponseCache(1024 * 1024);
    cache.setLive(true);
    const isAllocatedAlone = (body: Buffer | undefined) =>
      body !== undefined && body.buffer.byteLength === body.length;
    await cache.get('small', async () => responseOf('small'));
    expect(isAllocatedAlone(cache.peek('small')?.body)).toBe(true);

    const headers = { 'content-type': 'text/html' };
    await cache.get('page', async () => ({ ...responseOf(pageOf(1)), headers }));
    const page = cache.peek('page');
    expect(isAllocatedAlone(page?.body)).toBe(true);
    for (const encoding of ['gzip', undefined] as const)
      expect(isAllocatedAlone(await page?.encodings?.convert(encoding))).toBe(true);
  });

  describe('while the database is unreachable', () => {
    const unreachableError = new Error('unreachable');
    const SECOND_MS = 1_000;

    const notFoundError = new Error('not found');

    async function createDisconnectedCache(options: { isDown?: boolean } = {}) {
      const clock = { now: 0 };
      const cache = createResponseCache(1024 * 1024, {
        now: () => clock.now,
        isDatabaseDown: (error) => (options.isDown ?? true) && error === unreachableError,
        statusOf: (error) => (error === notFoundError ? 404 : 500),
      });
      cache.setLive(true);
      await cache.get('a', async () => responseOf('old'));
      cache.setLive(false);
      return { cache, clock };
    }
    const fail = () => Promise.reject(unreachableError);

    test('a response from the last ten minutes is served with its age', async () => {
      const { cache, clock } = await createDisconnectedCache();
      clock.now = 90.9 * SECOND_MS;
      expect(await cache.get('a', fail)).toMatchObject({ etag: 'old', staleSeconds: 90 });
      expect(await cache.get('a', async () => responseOf('busy', 503))).toMatchObject({
        etag: 'old',
        staleSeconds: 90,
      });
      clock.now = 600.1 * SECOND_MS;
      await expect(cache.get('a', fail)).rejects.toBe(unreachableError);
    });

    test.each([
      ['a page', async () => responseOf('not found', 404)],
      ['an API response', () => Promise.reject(notFoundError)],
    ])('%s is not served if a later render responded with 404', async (_kind, render) => {
      const { cache } = await createDisconnectedCache();
      cache.setLive(true);
      await cache.get('a', render).catch(() => undefined);
      cache.setLive(false);
      await expect(cache.get('a', fail)).rejects.toBe(unreachableError);
    });

    test('other errors, and keys that were never cached, still fail', async () => {
      const { cache } = await createDisconnectedCache({ isDown: false });
      await expect(cache.get('a', fail)).rejects.toBe(unreachableError);
      const disconnected = await createDisconnectedCache();
      await expect(disconnected.cache.get('b', fail)).rejects.toBe(unreachableError);
    });

    test('old entries are outdated once changes are announced again', async () => {
      const { cache } = await createDisconnectedCache();
      cache.setLive(true);
      expect(cache.peek('a')).toBeUndefined();
      expect((await cache.get('a', async () => responseOf('new'))).etag).toBe('new');
      expect(cache.peek('a')?.etag).toBe('new');
    });
  });
});
