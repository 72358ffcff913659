import { describe, expect, it, vi } from 'vitest';
import { RECENT_KEY } from '../../../session/device-memory.ts';
import { createRecentStore } from './recent-store.ts';

function memoryStorage(text: string | null = null) {
  const kept = new Map(text === null ? [] : [[RECENT_KEY, text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('the homes seen on this device', () => {
  it('are the newest first, each once', () => {
    const storage = memoryStorage();
    const store = createRecentStore(() => storage);
    for (const id of ['1', '2', '3', '1']) store.remember(id);
    expect(store.getSnapshot()).toEqual(['1', '3', '2']);
    expect(store.getSnapshot()).toBe(store.getSnapshot());
    store.forget('3');
    expect(store.getSnapshot()).toEqual(['1', '2']);
  });

  it('are at most twelve', () => {
    const storage = memoryStorage();
    const store = createRecentStore(() => storage);
    for (let id = 1; id <= 20; id += 1) store.remember(String(id));
    expect(store.getSnapshot()).toHaveLength(12);
    expect(store.getSnapshot()[0]).toBe('20');
  });

  it('tell of changes', () => {
    const storage = memoryStorage();
    const store = createRecentStore(() => storage);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.remember('1');
    store.remember('1');
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.remember('2');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each([null, '', '{', '{"a":1}', '[1,null]'])(
    'survive what stands in the storage: %s',
    (text) => {
      const storage = memoryStorage(text);
      expect(createRecentStore(() => storage).getSnapshot()).toEqual([]);
    },
  );

  it('are none where the storage is switched off', () => {
    const store = createRecentStore(() => {
      throw new Error('Denied.');
    });
    store.remember('1');
    expect(store.getSnapshot()).toEqual([]);
  });
});
