import { expect, test, vi } from 'vitest';
import { createSeenHomes } from './seen-homes.ts';

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

test('remembers the newest thousand, each once, and tells of it', () => {
  const storage = createStorage();
  const seen = createSeenHomes(() => storage);
  const listener = vi.fn();
  const stop = seen.subscribe(listener);
  for (let id = 1; id <= 1_002; id++) seen.remember(String(id));
  seen.remember('3');
  expect(listener).toHaveBeenCalledTimes(1_003);
  expect(seen.getSnapshot().size).toBe(1_000);
  expect([...seen.getSnapshot()].slice(-2)).toEqual(['1002', '3']);
  expect(seen.getSnapshot().has('2')).toBe(false);
  expect(seen.getSnapshot()).toBe(seen.getSnapshot());
  stop();
  seen.remember('9');
  expect(listener).toHaveBeenCalledTimes(1_003);
  expect(
    createSeenHomes(() => storage)
      .getSnapshot()
      .has('9'),
  ).toBe(true);
});

test('goes without where storage is switched off', () => {
  const seen = createSeenHomes(() => {
    throw new Error('denied');
  });
  seen.remember('1');
  expect(seen.getSnapshot().size).toBe(0);
  expect(seen.getServerSnapshot().size).toBe(0);
});
