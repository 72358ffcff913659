import { expect, test } from 'vitest';
import { pathOfArea, pathOfLine } from './static-basemap.ts';

test('draws visible parts of a line', () => {
  expect(
    pathOfLine([
      [10, 10],
      [20, 20],
    ]),
  ).toBe('M10.0 10.0L20.0 20.0');
  expect(
    pathOfLine([
      [-90, 10],
      [-50, 10],
      [30, 10],
      [40, 10],
    ]),
  ).toBe('M-50.0 10.0L30.0 10.0L40.0 10.0');
  expect(
    pathOfLine([
      [900, 10],
      [950, 10],
    ]),
  ).toBe('');
});

test('clips an area to the image and fills the image if the area surrounds it', () => {
  expect(
    pathOfArea([
      [-900, -900],
      [900, -900],
      [900, 900],
      [-900, 900],
    ]),
  ).toBe('M-20.0 320.0L-20.0 -20.0L420.0 -20.0L420.0 320.0Z');
  expect(
    pathOfArea([
      [500, 500],
      [600, 500],
      [600, 600],
    ]),
  ).toBe('');
  expect(
    pathOfArea([
      [100, 100],
      [200, 100],
      [200, 200],
    ]),
  ).toContain('100.0 100.0');
});
