import { describe, expect, it } from 'vitest';
import { rangeOf, withTicks } from './selection.ts';

const row = (_id: string) => ({ _id });
const rows = ['1', '2', '3', '4'].map(row);

describe('ticks', () => {
  it('are ordered, unique, and can be deselected', () => {
    const two = withTicks(withTicks(new Map(), [row('9')], true), rows.slice(0, 2), true);
    expect([...withTicks(two, [row('9')], true).keys()]).toEqual(['9', '1', '2']);
    expect([...withTicks(two, [row('1')], false).keys()]).toEqual(['9', '2']);
    expect([...two.keys()]).toEqual(['9', '1', '2']);
  });

  it('cover a range of rows, in either direction', () => {
    expect(rangeOf(rows, '2', row('4'))).toEqual(rows.slice(1));
    expect(rangeOf(rows, '3', row('1'))).toEqual(rows.slice(0, 3));
    expect(rangeOf(rows, null, row('2'))).toEqual([row('2')]);
    expect(rangeOf(rows, 'on another page', row('2'))).toEqual([row('2')]);
  });
});
