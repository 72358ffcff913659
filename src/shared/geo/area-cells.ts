/**
 * Divides the areas of a search into one grid of cells that are inside any area, outside all, or crossed by sides.
 * Homes in uncrossed cells need no calculation, and homes in crossed cells are compared with only a few sides.
 */

import type { Area } from './area.ts';
import type { Position } from './bounds.ts';

/** The areas are divided into about this many rows and columns, in addition to the divisions at corners. */
const STEPS_PER_AXIS = 64;
/** With more columns, some divisions are omitted. */
const MAX_COLUMNS = 128;
/** A side also counts for an adjacent column within this margin, which exceeds any rounding error. */
const MARGIN_DEGREES = 1e-6;

/** A side from its lower to its upper corner. The area is a bit: 1 for the first area, 2 for the second, 4 for the third. */
type Side = { low: Position; high: Position; slope: number; area: number };

/** The unit of the number of sides in `AreaCells.cells`; leaves 5 bits for areas. */
export const COUNT_UNIT = 32;
/** The unit of the index in `AreaCells.cells`; leaves 7 bits for the number of sides. */
export const INDEX_UNIT = 4_096;
/** The maximum length of `AreaCells.sides`, so that cells are 32-bit integers. */
const MAX_SIDES = 500_000;
/** Fits in 7 bits. */
const MAX_SIDES_IN_CELL = 127;

/** The cells of a search's areas, row by row from the south, and from the west within a row. */
export type AreaCells = {
  /** The southern edges of the rows, ascending, and the northern edge of the last row. */
  rows: readonly number[];
  /** The western edges of the columns, ascending, and the eastern edge of the last column. */
  columns: readonly number[];
  /**
   * 0 for cells outside all areas and 1 for cells inside any area. For a crossed cell, `INDEX_UNIT` times the index of
   * its first side in `sides`, plus `COUNT_UNIT` times the number of its sides, plus the areas that have an odd number
   * of sides east of the cell.
   */
  cells: Int32Array;
  /** The sides of each cell, as indexes into `edges`. */
  sides: Uint16Array;
  /** All sides except horizontal ones. */
  edges: readonly Side[];
  /** The largest number of sides in a cell. */
  maxSidesInCell: number;
};

/**
 * Divides areas into rows at the latitudes of all corners so that a side crosses a row completely
 * or not at all. As a result, the number of sides to the east is the same for every point in a
 * cell.
 *
 * @returns null if too many sides cross the cells
 */
export function divideIntoCells(areas: readonly Area[]): AreaCells | null {
  const rows = subdivide(areas.flatMap((area) => area.map(({ latitude }) => latitude)));
  const columns = limitColumns(
    subdivide(areas.flatMap((area) => area.map(({ longitude }) => longitude))),
  );
  // A home on the eastern edge of an area is in the last column.
  columns.push((columns.pop() ?? 0) + 1);
  const edges = areas.flatMap((area, index) => sidesOf(area, 2 ** index));
  const width = columns.length - 1;
  const count = (rows.length - 1) * width;
  const crossings = findCrossings(edges, rows, columns);
  const crossingCounts = new Uint16Array(count);
  const crossingAreas = new Uint8Array(count);
  const startAreas = new Uint8Array(count);
  for (const { edge, first, last } of crossings) {
    const area = edges[edge]?.area ?? 0;
    for (let cell = first; cell <= last; cell += 1) {
      crossingCounts[cell] = (crossingCounts[cell] ?? 0) + 1;
      crossingAreas[cell] = (crossingAreas[cell] ?? 0) | area;
    }
    startAreas[first] = (startAreas[first] ?? 0) ^ area;
  }
  const cells = new Int32Array(count);
  const next = new Int32Array(count);
  let [total, maxSidesInCell] = [0, 0];
  for (let row = 0; row < rows.length - 1; row += 1) {
    let oddAreas = 0;
    for (let cell = (row + 1) * width - 1; cell >= row * width; cell -= 1) {
      const isInside = (oddAreas & ~(crossingAreas[cell] ?? 0)) !== 0;
      const sideCount = isInside ? 0 : (crossingCounts[cell] ?? 0);
      cells[cell] =
        sideCount === 0 ? Number(isInside) : INDEX_UNIT * total + COUNT_UNIT * sideCount + oddAreas;
      next[cell] = isInside ? -1 : total;
      total += sideCount;
      maxSidesInCell = Math.max(maxSidesInCell, sideCount);
      oddAreas ^= startAreas[cell] ?? 0;
    }
  }
  if (total > MAX_SIDES || maxSidesInCell > MAX_SIDES_IN_CELL) return null;
  const sides = new Uint16Array(total);
  for (const { first, last, edge } of crossings) {
    for (let cell = first; cell <= last; cell += 1) {
      const index = next[cell] ?? -1;
      if (index < 0) continue;
      sides[index] = edge;
      next[cell] = index + 1;
    }
  }
  return { rows, columns, cells, sides, edges, maxSidesInCell };
}

/** The cells that a side crosses in a row, from west to east. */
type Crossing = { edge: number; first: number; last: number };

/**
 * Returns the cells that each side crosses. Follows the side from row to row because searching for its column in each
 * row would be slow.
 */
function findCrossings(
  edges: readonly Side[],
  rows: readonly number[],
  columns: readonly number[],
): Crossing[] {
  const width = columns.length - 1;
  const crossings: Crossing[] = [];
  for (const [edge, { low, high, slope }] of edges.entries()) {
    let column = 0;
    let row = findLastIndexUpTo(rows, low.latitude);
    for (; (rows[row + 1] ?? Infinity) <= high.latitude; row += 1) {
      const from = low.longitude + ((rows[row] ?? 0) - low.latitude) * slope;
      const to = low.longitude + ((rows[row + 1] ?? 0) - low.latitude) * slope;
      const [west, east] = [
        Math.min(from, to) - MARGIN_DEGREES,
        Math.max(from, to) + MARGIN_DEGREES,
      ];
      while (column > 0 && (columns[column] ?? 0) > west) column -= 1;
      while ((columns[column + 1] ?? Infinity) <= west) column += 1;
      let last = column;
      while (last + 1 < width && (columns[last + 1] ?? Infinity) <= east) last += 1;
      crossings.push({ edge, first: row * width + column, last: row * width + last });
    }
  }
  return crossings;
}

function sidesOf(corners: Area, area: number): Side[] {
  return corners.flatMap((to, index) => {
    const from = corners.at(index - 1) ?? to;
    if (from.latitude === to.latitude) return [];
    const [low, high] = from.latitude < to.latitude ? [from, to] : [to, from];
    const slope = (high.longitude - low.longitude) / (high.latitude - low.latitude);
    return [{ low, high, slope, area }];
  });
}

/** Sorts values, and adds more between values that are far apart. */
function subdivide(values: readonly number[]): number[] {
  const boundaries = [...new Set(values)].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [boundaries[0], boundaries.at(-1)];
  const step = (last - first) / STEPS_PER_AXIS;
  return boundaries.flatMap((boundary, index) => {
    const gap = (boundaries[index + 1] ?? boundary) - boundary;
    const parts = step > 0 ? Math.max(1, Math.floor(gap / step)) : 1;
    return Array.from({ length: parts }, (_, part) => boundary + (gap * part) / parts);
  });
}

/** Reduces divisions to the maximum number of columns. Keeps both ends. */
function limitColumns(boundaries: readonly number[]): number[] {
  const interval = Math.ceil(boundaries.length / MAX_COLUMNS);
  return boundaries.filter((_, index) => index % interval === 0 || index === boundaries.length - 1);
}

/**
 * Returns the index of the last value that is not greater than the given one, or -1 if all are
 * greater.
 */
function findLastIndexUpTo(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((values[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the largest number of an area's sides that one parallel or one meridian crosses. */
export function countCrossedSides(area: Area): number {
  const count = (coordinates: readonly number[]) =>
    Math.max(
      ...coordinates.map(
        (value) =>
          coordinates.filter((to, index) => {
            const from = coordinates.at(index - 1) ?? to;
            return Math.min(from, to) <= value && value < Math.max(from, to);
          }).length,
      ),
    );
  return Math.max(
    count(area.map(({ latitude }) => latitude)),
    count(area.map(({ longitude }) => longitude)),
  );
}
