import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-parser.ts';

const TEXT = [
  ': connected\nid: 1-10\n\n',
  'id: 2-20\nevent: inquiry\ndata: {"_id":"7"}\n\n',
  ':\n\n',
  'event: reset\ndata: {}\n\n',
  'retry: 5000\n\n',
].join('');

describe('an event stream', () => {
  it('is parsed in chunks of any length', () => {
    for (const length of [1, 2, 7, TEXT.length]) {
      const parser = createEventParser();
      const chunks = TEXT.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      expect(chunks.flatMap((chunk) => parser.read(chunk))).toEqual([
        { kind: 'inquiry', data: { _id: '7' } },
        { kind: 'reset', data: {} },
      ]);
      expect(parser.lastId()).toBe('2-20');
      expect(parser.retryMs()).toBe(5_000);
    }
  });

  it('starts at a given event ID and advances with each received ID', () => {
    const parser = createEventParser('1-1');
    expect(parser.lastId()).toBe('1-1');
    parser.read(':\nid: 9-90\n\n');
    expect(parser.lastId()).toBe('9-90');
  });

  it('skips invalid JSON', () => {
    const parser = createEventParser();
    expect(parser.read('data: {broken\n\ndata: 1\n\n')).toEqual([{ kind: 'message', data: 1 }]);
  });
});
