/**
 * Divides an area into cells that are inside, outside, or crossed by its sides. Homes in uncrossed cells need no
 * calculation, and homes in crossed cells are compared with only a few sides.
 */

import type { Area } from './area.ts';
import type { Position } from './bounds.ts';

/** The area is divided into about this many rows and columns, in addition to the divisions at corners. */
const STEPS_PER_AXIS = 64;
/** With more columns, some divisions at corners are omitted. */
const MAX_COLUMNS = 128;
/** A side also counts for the next column within this margin, which exceeds any rounding error. */
const MARGIN_DEGREES = 1e-6;

/** A side from its lower to its upper corner. */
type Side = { low: Position; high: Position; slope: number };

/** The cells of an area, row by row from the south, and from the west within a row. */
export type AreaCells = {
  /** The southern edges of the rows, ascending, and the northern edge of the last row. */
  rows: readonly number[];
  /** The western edges of the columns, ascending, and the eastern edge of the last column. */
  columns: readonly number[];
  /**
   * 0 for cells outside and 1 for cells inside. For a crossed cell, 512 times the index of its first side in `sides`,
   * plus twice the number of its sides, plus 1 if an odd number of sides are east of the cell.
   */
  cells: Int32Array;
  /** The sides of each cell, as indexes into `edges`. */
  sides: Uint8Array;
  /** All sides except horizontal ones. */
  edges: readonly Side[];
  /** The largest number of sides in a cell. */
  maxSidesInCell: number;
};

/**
 * Divides an area into rows at the latitudes of all corners so that a side crosses a row completely
 * or not at all. As a result, the number of sides to the east is the same for every point in a
 * cell.
 */
export function divideIntoCells(area: Area): AreaCells {
  const rows = subdivide(area.map(({ latitude }) => latitude));
  const columns = limitColumns(subdivide(area.map(({ longitude }) => longitude)));
  // A home on the eastern edge of the area is in the last column.
  columns.push((columns.pop() ?? 0) + 1);
  const edges = sidesOf(area);
  const width = columns.length - 1;
  const count = (rows.length - 1) * width;
  const crossings = findCrossings(edges, rows, columns);
  const crossingCounts = new Uint8Array(count);
  const startCounts = new Uint8Array(count);
  for (const { first, last } of crossings) {
    for (let cell = first; cell <= last; cell += 1)
      crossingCounts[cell] = (crossingCounts[cell] ?? 0) + 1;
    startCounts[first] = (startCounts[first] ?? 0) + 1;
  }
  const cells = new Int32Array(count);
  const next = new Int32Array(count);
  let [total, maxSidesInCell] = [0, 0];
  for (let row = 0; row < rows.length - 1; row += 1) {
    let isOddEast = 0;
    for (let cell = (row + 1) * width - 1; cell >= row * width; cell -= 1) {
      const sideCount = crossingCounts[cell] ?? 0;
      cells[cell] = sideCount === 0 ? isOddEast : 512 * total + 2 * sideCount + isOddEast;
      next[cell] = total;
      total += sideCount;
      maxSidesInCell = Math.max(maxSidesInCell, sideCount);
      isOddEast = (isOddEast + (startCounts[cell] ?? 0)) % 2;
    }
  }
  const sides = new Uint8Array(total);
  for (const { first, last, edge } of crossings) {
    for (let cell = first; cell <= last; cell += 1) {
      const index = next[cell] ?? 0;
      sides[index] = edge;
      next[cell] = index + 1;
    }
  }
  return { rows, columns, cells, sides, edges, maxSidesInCell };
}

/** The cells that a side crosses in a row, from west to east. */
type Crossing = { edge: number; first: number; last: number };

/** Follows each side from row to row. Searching for its column in each row would be slow. */
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

function sidesOf(area: Area): Side[] {
  return area.flatMap((to, index) => {
    const from = area.at(index - 1) ?? to;
    if (from.latitude === to.latitude) return [];
    const [low, high] = from.latitude < to.latitude ? [from, to] : [to, from];
    const slope = (high.longitude - low.longitude) / (high.latitude - low.latitude);
    return [{ low, high, slope }];
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
