import { describe, expect, it } from 'vitest';
import { elsewhereText } from './bulk-bar.tsx';
import { listOfNames, reasonLines } from './bulk-report.tsx';

describe('rejected rows', () => {
  it('are grouped by reason', () => {
    expect(
      reasonLines([
        { name: 'Elm', message: 'Not yours.' },
        { name: 'Oak', message: 'Gone.' },
        { name: 'Ash', message: 'Not yours.' },
      ]),
    ).toEqual(['“Elm” and “Ash”: Not yours.', '“Oak”: Gone.']);
  });

  it('are named up to a limit', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    expect(listOfNames(names.slice(0, 1))).toBe('“A”');
    expect(listOfNames(names.slice(0, 5))).toBe('“A”, “B”, “C”, “D” and “E”');
    expect(listOfNames(names)).toBe('“A”, “B”, “C”, “D” and 2 more');
  });
});

describe('the selection on other pages', () => {
  it('is counted', () => {
    expect(elsewhereText(2, 5)).toBe('2 of them not on this page');
    expect(elsewhereText(5, 5)).toBe('none of them on this page');
  });
});
