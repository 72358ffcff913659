import { afterAll, describe, expect, it, vi } from 'vitest';
import { createSeenHomes, recentHomes, rememberHome } from './seen-homes.ts';

vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);
afterAll(() => vi.unstubAllGlobals());

function createMemoryStorage(text: string | null = null) {
  const storedValues = new Map(text === null ? [] : [['x', text]]);
  return {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
  };
}

describe('the homes seen on this device', () => {
  it('are stored newest first, without duplicates, and can be removed', () => {
    const storage = createMemoryStorage();
    const homes = createSeenHomes('x', 12, () => storage);
    for (const id of ['1', '2', '3', '1']) homes.remember(id);
    expect(homes.getSnapshot()).toEqual(['1', '3', '2']);
    expect(homes.getSnapshot()).toBe(homes.getSnapshot());
    homes.remove('3');
    expect(homes.getSnapshot()).toEqual(['1', '2']);
    expect(createSeenHomes('x', 12, () => storage).getSnapshot()).toEqual(['1', '2']);
  });

  it('are limited in number', () => {
    const storage = createMemoryStorage();
    const homes = createSeenHomes('x', 12, () => storage);
    for (let id = 1; id <= 20; id += 1) homes.remember(String(id));
    expect(homes.getSnapshot()).toHaveLength(12);
    expect(homes.getSnapshot()[0]).toBe('20');
  });

  it('notify subscribers of changes', () => {
    const storage = createMemoryStorage();
    const homes = createSeenHomes('x', 12, () => storage);
    const listener = vi.fn();
    const stop = homes.subscribe(listener);
    homes.remember('1');
    homes.remember('1');
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    homes.remember('2');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('stay cleared after signing out on a property page, until the next navigation', () => {
    rememberHome('1', 'first');
    recentHomes.forget();
    rememberHome('1', 'first');
    expect(recentHomes.getSnapshot()).toEqual([]);
    rememberHome('1', 'second');
    expect(recentHomes.getSnapshot()).toEqual(['1']);
  });

  it('last until the session ends if storage is disabled', () => {
    const homes = createSeenHomes('x', 12, () => {
      throw new Error('Denied.');
    });
    homes.remember('1');
    expect(homes.getSnapshot()).toEqual(['1']);
    homes.forget();
    expect(homes.getSnapshot()).toEqual([]);
  });
});
