import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDeviceList } from './device-list.ts';

vi.stubGlobal('addEventListener', () => undefined);
afterAll(() => vi.unstubAllGlobals());

const parse = (value: unknown) => (typeof value === 'string' ? value : undefined);

function createStorage(text: string | null) {
  const storage = { text };
  return {
    getItem: () => storage.text,
    setItem: (_key: string, value: string) => void (storage.text = value),
  };
}

describe('a list stored on the device', () => {
  it('has at most `max` entries, returns the same array until it changes, and reports changes', () => {
    const storage = createStorage(null);
    const list = createDeviceList({ key: 'x', max: 3, parse, getStorage: () => storage });
    let notifications = 0;
    list.subscribe(() => (notifications += 1));
    list.write(['1', '2', '3', '4']);
    expect(list.getSnapshot()).toEqual(['1', '2', '3']);
    expect(list.getSnapshot()).toBe(list.getSnapshot());
    expect(notifications).toBe(1);
  });

  it.each([null, '', '{', '{"a":1}', '[1,null]'])(
    'is empty without valid stored entries: %s',
    (text) => {
      const list = createDeviceList({
        key: 'x',
        max: 3,
        parse,
        getStorage: () => createStorage(text),
      });
      expect(list.getSnapshot()).toEqual([]);
    },
  );

  it('stores entries in memory if storage is unavailable', () => {
    const list = createDeviceList({
      key: 'x',
      max: 3,
      parse,
      getStorage: () => {
        throw new Error('Denied.');
      },
    });
    list.write(['1']);
    expect(list.getSnapshot()).toEqual(['1']);
  });
});
