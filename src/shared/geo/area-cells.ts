/**
 * An area cut into cells that are inside, outside, or crossed by its sides. A home in an uncrossed cell needs no
 * calculation, and one in a crossed cell only the few sides there.
 */

import type { Area } from './area.ts';
import type { Position } from './bounds.ts';

/** The minimum parts that the height and width of an area are cut into, in addition to cuts at corners. */
const MIN_PARTS = 64;
/** Columns beyond which cuts at corners are left out. */
const MAX_COLUMNS = 128;
/** The maximum number of sides crossing one cell (docs/product/map.md, Filters). */
export const MAX_SIDES_IN_CELL = 24;
/** The margin in degrees within which a side also counts for the next column; exceeds any rounding. */
const MARGIN = 1e-6;

/** A side from its lower to its upper corner. */
type Side = { low: Position; high: Position; slope: number };

/** The cells of an area, row by row from the south, and from the west within a row. */
export type AreaCells = {
  /** The southern ends of the rows, ascending, and the northern end of the last one. */
  rows: readonly number[];
  /** The western ends of the columns, ascending, and the eastern end of the last one. */
  columns: readonly number[];
  /**
   * 0 for a cell outside and 1 for one inside. For a crossed cell, 512 times the index of its first side in `sides`,
   * plus twice the number of its sides, plus 1 if an odd number of sides runs east of the cell.
   */
  cells: readonly number[];
  /** The sides of each cell, as indexes of `edges`. */
  sides: readonly number[];
  /** All sides except horizontal ones. */
  edges: readonly Side[];
  /** The largest number of sides in one cell. */
  maxSidesInCell: number;
};

const cellsOfArea = new WeakMap<Area, AreaCells>();

/** Returns the cells of an area, calculated once. */
export function areaCells(area: Area): AreaCells {
  const cells = cellsOfArea.get(area) ?? cutIntoCells(area);
  cellsOfArea.set(area, cells);
  return cells;
}

/** Returns whether so many sides cross one spot that a search there would be too expensive. */
export const isTangled = (area: Area): boolean =>
  areaCells(area).maxSidesInCell > MAX_SIDES_IN_CELL;

/**
 * Cuts rows at the latitudes of all corners, so that a side crosses a row completely or not at all: the number of sides
 * east of a cell is then the same for the whole cell.
 */
function cutIntoCells(area: Area): AreaCells {
  const rows = cutAt(area.map(({ latitude }) => latitude));
  const columns = thin(cutAt(area.map(({ longitude }) => longitude)));
  // A home on the eastern edge of the area is in the last column.
  columns.push((columns.pop() ?? 0) + 1);
  const edges = sidesOf(area);
  const cells: number[] = [];
  const sides: number[] = [];
  let maxSidesInCell = 0;
  for (const [index, south] of rows.slice(0, -1).entries()) {
    const row = sidesInRow(edges, columns, south, rows[index + 1] ?? south);
    let isOddEast = 0;
    const ofRow: number[] = [];
    for (const { crossing, starting } of row.toReversed()) {
      if (crossing.length > 0) {
        ofRow.push(512 * sides.length + 2 * crossing.length + isOddEast);
        sides.push(...crossing);
        maxSidesInCell = Math.max(maxSidesInCell, crossing.length);
      } else ofRow.push(isOddEast);
      isOddEast = (isOddEast + starting) % 2;
    }
    cells.push(...ofRow.toReversed());
  }
  return { rows, columns, cells, sides, edges, maxSidesInCell };
}

/** Returns the sides that cross each column of a row, and how many of them have their western end there. */
function sidesInRow(
  edges: readonly Side[],
  columns: readonly number[],
  south: number,
  north: number,
): { crossing: number[]; starting: number }[] {
  const row = columns.slice(0, -1).map(() => ({ crossing: [] as number[], starting: 0 }));
  for (const [index, { low, high, slope }] of edges.entries()) {
    if (low.latitude > south || high.latitude < north) continue;
    const ends = [south, north].map((at) => low.longitude + (at - low.latitude) * slope);
    const [west, east] = [Math.min(...ends) - MARGIN, Math.max(...ends) + MARGIN];
    const first = Math.max(0, columnOf(columns, west));
    for (let column = first; column < row.length && (columns[column] ?? 0) <= east; column += 1) {
      row[column]?.crossing.push(index);
    }
    const start = row[first];
    if (start !== undefined) start.starting += 1;
  }
  return row;
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

/** Returns all values in order, with more between those far apart. */
function cutAt(values: readonly number[]): number[] {
  const cuts = [...new Set(values)].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [cuts[0], cuts.at(-1)];
  const step = (last - first) / MIN_PARTS;
  return cuts.flatMap((cut, index) => {
    const gap = (cuts[index + 1] ?? cut) - cut;
    const parts = step > 0 ? Math.max(1, Math.floor(gap / step)) : 1;
    return Array.from({ length: parts }, (_, part) => cut + (gap * part) / parts);
  });
}

/** Reduces the cuts to the maximum number of columns, keeping both ends. */
function thin(cuts: readonly number[]): number[] {
  const every = Math.ceil(cuts.length / MAX_COLUMNS);
  return cuts.filter((_, index) => index % every === 0 || index === cuts.length - 1);
}

/** Returns the index of a longitude's column; -1 if west of all. */
function columnOf(columns: readonly number[], longitude: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((columns[middle] ?? Infinity) <= longitude) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
