import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addReply, deleteReply, readReplies } from './reply-store.ts';

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('preserves replies that another tab has saved in the meantime', () => {
  const shown = readReplies('1');
  const [first = '', second = ''] = shown;
  // Both tabs show the replies that were stored when they opened.
  expect(addReply('1', 'From one tab', shown)).toEqual([first, second, 'From one tab']);
  const both = [first, second, 'From one tab', 'From the other'];
  expect(addReply('1', 'From the other', shown)).toEqual(both);
  expect(addReply('1', 'From one tab', shown)).toEqual(both);
  expect(deleteReply('1', first, shown)).toEqual(both.slice(1));
  expect(readReplies('1')).toEqual(both.slice(1));
  expect(readReplies('2')).toEqual(shown);
});

it('keeps replies for the page if storage is disabled', () => {
  vi.stubGlobal('localStorage', undefined);
  const replies = addReply('1', 'New', readReplies('1'));
  expect(addReply('1', 'Newer', replies)).toEqual([...readReplies('1'), 'New', 'Newer']);
});
