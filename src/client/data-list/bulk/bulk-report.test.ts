import { describe, expect, it } from 'vitest';
import { offPageText } from './bulk-bar.tsx';
import { joinNames, linesByReason } from './bulk-report.tsx';

describe('failed rows', () => {
  it('are grouped by reason', () => {
    expect(
      linesByReason([
        { name: 'Elm', message: 'Not yours.' },
        { name: 'Oak', message: 'Deleted.' },
        { name: 'Ash', message: 'Not yours.' },
      ]),
    ).toEqual(['“Elm” and “Ash”: Not yours.', '“Oak”: Deleted.']);
  });

  it('are named up to a limit', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    expect(joinNames(names.slice(0, 1))).toBe('“A”');
    expect(joinNames(names.slice(0, 5))).toBe('“A”, “B”, “C”, “D”, and “E”');
    expect(joinNames(names)).toBe('“A”, “B”, “C”, “D”, and 2 more');
  });
});

describe('offPageText', () => {
  it('counts the selected rows that are not on this page', () => {
    expect(offPageText(2, 5)).toBe('2 of them not on this page');
    expect(offPageText(5, 5)).toBe('none of them on this page');
  });
});
