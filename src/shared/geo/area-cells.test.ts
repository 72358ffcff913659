import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AREA_POINTS, MAX_AREAS } from '../limits.ts';
import { type Area, isInArea } from './area.ts';
import {
  type AreaCells,
  COUNT_UNIT,
  countCrossedSides,
  divideIntoCells,
  INDEX_UNIT,
} from './area-cells.ts';
import type { Position } from './bounds.ts';

const roundToPolyline = (degrees: number) => Math.round(degrees * 1e5) / 1e5 || 0;
const buildArea = (count: number, at: (index: number) => Position): Area =>
  Array.from({ length: count }, (_, index) => {
    const { latitude, longitude } = at(index);
    return { latitude: roundToPolyline(latitude), longitude: roundToPolyline(longitude) };
  });

const circle = buildArea(MAX_AREA_POINTS, (index) => {
  const angle = (2 * Math.PI * index) / MAX_AREA_POINTS;
  return { latitude: 30 + Math.sin(angle) / 3, longitude: -97 + Math.cos(angle) / 3 };
});
const zigzag = buildArea(MAX_AREA_POINTS, (index) => ({
  latitude: index % 2 === 0 ? 30 + index / 1_000 : 45 - index / 1_000,
  longitude: -120 + index / 5,
}));

function divide(areas: readonly Area[]): AreaCells {
  const cells = divideIntoCells(areas);
  if (cells === null) throw new Error('Too many sides');
  return cells;
}

/** Computes the same result as the database (spatial-conditions.ts). */
function isFound(areas: readonly Area[], { latitude, longitude }: Position): boolean {
  const { rows, columns, cells, sides, edges } = divide(areas);
  const bucket = (cuts: readonly number[], value: number) =>
    cuts.filter((cut) => cut <= value).length - 1;
  const [row, column] = [bucket(rows, latitude), bucket(columns, longitude)];
  if (row < 0 || column < 0 || column >= columns.length - 1) return false;
  const cell = cells[row * (columns.length - 1) + column] ?? 0;
  if (cell < 2) return cell === 1;
  const first = Math.floor(cell / INDEX_UNIT);
  const count = Math.floor(cell / COUNT_UNIT) % (INDEX_UNIT / COUNT_UNIT);
  const eastAreas = sides.slice(first, first + count).reduce((areasSoFar, side) => {
    const edge = edges[side];
    const isEast =
      edge !== undefined &&
      longitude < edge.low.longitude + (latitude - edge.low.latitude) * edge.slope;
    return isEast ? areasSoFar ^ edge.area : areasSoFar;
  }, 0);
  return eastAreas !== cell % COUNT_UNIT;
}

describe('cells of an area', () => {
  const corner = fc.record({
    latitude: fc.double({ min: -1, max: 1, noNaN: true }).map(roundToPolyline),
    longitude: fc.double({ min: -1, max: 1, noNaN: true }).map(roundToPolyline),
  });
  const point = fc.record({
    latitude: fc.double({ min: -1.1, max: 1.1, noNaN: true }),
    longitude: fc.double({ min: -1.1, max: 1.1, noNaN: true }),
  });

  test('agree with the even-odd rule for every point', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(corner, { minLength: 3, maxLength: 60 }), {
          minLength: 1,
          maxLength: MAX_AREAS,
        }),
        fc.array(point, { minLength: 20, maxLength: 20 }),
        (areas, points) => {
          if (divideIntoCells(areas) === null) return;
          for (const position of points)
            expect(isFound(areas, position)).toBe(areas.some((area) => isInArea(area, position)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['a circle', circle],
    ['a zigzag', zigzag],
  ])('contain few sides of %s', (_name, area) => {
    const { cells, sides, maxSidesInCell } = divide([area]);
    expect(cells.length).toBeLessThan(64_000);
    expect(sides.length).toBeLessThan(64_000);
    expect(maxSidesInCell).toBeLessThanOrEqual(6);
  });

  test('are mostly uncrossed for a circle', () => {
    const { cells } = divide([circle]);
    expect(cells.filter((cell) => cell >= 2).length).toBeLessThan(cells.length / 10);
  });

  test('match nothing for an area without height or width', () => {
    const horizontal = buildArea(3, (index) => ({ latitude: 30, longitude: index }));
    const flatArea = buildArea(3, (index) => ({ latitude: index, longitude: 30 }));
    expect(divide([horizontal]).cells).toHaveLength(0);
    expect(isFound([flatArea], { latitude: 1, longitude: 29 })).toBe(false);
  });

  test('omit sides that are inside another area', () => {
    const shifted = circle.map(({ latitude, longitude }) => ({
      latitude,
      longitude: longitude + 0.1,
    }));
    const { sides } = divide([circle, shifted]);
    // Sides inside the other circle are omitted.
    expect(sides.length).toBeLessThan(
      divide([circle]).sides.length + divide([shifted]).sides.length,
    );
  });
});

test('counts the sides that a parallel or a meridian crosses', () => {
  expect(countCrossedSides(circle)).toBe(2);
  expect(countCrossedSides(zigzag)).toBeGreaterThan(MAX_AREA_POINTS - 5);
  const turned = zigzag.map(({ latitude, longitude }) => ({
    latitude: longitude / 2,
    longitude: latitude,
  }));
  expect(countCrossedSides(turned)).toBe(countCrossedSides(zigzag));
});
