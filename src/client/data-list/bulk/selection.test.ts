import { describe, expect, it } from 'vitest';
import { rangeOf, withSelected } from './selection.ts';

const row = (_id: string) => ({ _id });
const rows = ['1', '2', '3', '4'].map(row);

describe('the selection', () => {
  it('lists rows in selection order, without duplicates, and removes deselected rows', () => {
    const selectedRows = withSelected(
      withSelected(new Map(), [row('9')], true),
      rows.slice(0, 2),
      true,
    );
    expect([...withSelected(selectedRows, [row('9')], true).keys()]).toEqual(['9', '1', '2']);
    expect([...withSelected(selectedRows, [row('1')], false).keys()]).toEqual(['9', '2']);
    expect([...selectedRows.keys()]).toEqual(['9', '1', '2']);
  });

  it('can be a range of rows in either direction', () => {
    expect(rangeOf(rows, '2', row('4'))).toEqual(rows.slice(1));
    expect(rangeOf(rows, '3', row('1'))).toEqual(rows.slice(0, 3));
    expect(rangeOf(rows, null, row('2'))).toEqual([row('2')]);
    expect(rangeOf(rows, 'on another page', row('2'))).toEqual([row('2')]);
  });
});
