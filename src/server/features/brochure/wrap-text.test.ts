import { describe, expect, test } from 'vitest';
import { truncateAtSentence, truncateLines, wrap } from './wrap-text.ts';

/** Measures every character as one point. */
const measure = (text: string) => text.length;

describe('lines', () => {
  test('break at spaces, and within a word only if it is wider than a line', () => {
    expect(wrap('one two three', 8, measure)).toEqual(['one two', 'three']);
    expect(wrap('a verylongword b', 5, measure)).toEqual(['a', 'veryl', 'ongwo', 'rd b']);
    expect(wrap('one\n\ntwo', 8, measure)).toEqual(['one', '', 'two']);
  });

  test('end with an ellipsis if there are too many', () => {
    expect(truncateLines('one two three four', 2, 8, measure)).toEqual(['one two', 'three…']);
    expect(truncateLines('one two', 2, 8, measure)).toEqual(['one two']);
  });
});

describe('a description', () => {
  const text = 'It has a room. It has another one! Is there more? Yes';

  test('is not truncated if it fits', () => {
    expect(truncateAtSentence(text, 9, 20, measure).join(' ')).toBe(text);
  });

  test('ends with a complete sentence', () => {
    expect(truncateAtSentence(text, 2, 20, measure)).toEqual([
      'It has a room. It',
      'has another one!',
    ]);
    expect(truncateAtSentence(text, 1, 20, measure)).toEqual(['It has a room.']);
  });

  test('ends with an ellipsis if it is one long sentence', () => {
    expect(truncateAtSentence('one two three four five', 2, 9, measure)).toEqual([
      'one two',
      'three…',
    ]);
    expect(truncateAtSentence('anything', 0, 9, measure)).toEqual([]);
  });

  test('is truncated to the maximum number of lines even if it is very long', () => {
    const longText = 'A room. '.repeat(3_000);
    expect(truncateAtSentence(longText, 3, 20, measure)).toHaveLength(3);
  });
});
