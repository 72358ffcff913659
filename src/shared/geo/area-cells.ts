/**
 * An area cut into cells that are inside, outside, or crossed by its sides: of a home in a cell that no side crosses
 * nothing is left to calculate, and of one in another cell only the few sides there.
 */

import type { Area } from './area.ts';
import type { Position } from './bounds.ts';

/** Parts that the height and the width of an area are cut into, beside its corners. */
const MIN_PARTS = 64;
/** Columns beyond which cuts at corners are left out. */
const MAX_COLUMNS = 128;
/** Sides that may cross one cell (docs/product/map.md, Filters). */
export const MAX_SIDES_IN_CELL = 24;
/** Degrees by which a side counts as crossing the next column as well: more than any rounding. */
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
   * 0 for a cell outside and 1 for one inside. Of a cell that sides cross, 512 times the index of its first side in
   * `sides`, and twice their number, plus 1 if an odd number of sides runs east of the cell.
   */
  cells: readonly number[];
  /** The sides of each cell, as indexes of `edges`. */
  sides: readonly number[];
  /** All sides but the level ones. */
  edges: readonly Side[];
  /** The largest number of sides in one cell. */
  maxSidesInCell: number;
};

const cellsOfArea = new WeakMap<Area, AreaCells>();

/** The cells of an area; calculated once. */
export function areaCells(area: Area): AreaCells {
  const cells = cellsOfArea.get(area) ?? cutIntoCells(area);
  cellsOfArea.set(area, cells);
  return cells;
}

/** Whether so many sides cross one spot that looking for homes there would cost too much. */
export const isTangled = (area: Area): boolean =>
  areaCells(area).maxSidesInCell > MAX_SIDES_IN_CELL;

/**
 * Rows end at the latitudes of all corners, so that a side either runs through all of a row or has no part in it: the
 * number of sides that run east of a cell is then the same for all of the cell.
 */
function cutIntoCells(area: Area): AreaCells {
  const rows = cutAt(area.map(({ latitude }) => latitude));
  const columns = thin(cutAt(area.map(({ longitude }) => longitude)));
  // A home on the eastern end of the area is in the last column.
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

/** The sides that cross each column of a row, and how many of them have their western end in the column. */
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

/** All values in order, and more between those that lie far apart. */
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

/** As many of the cuts as columns may have, both ends included. */
function thin(cuts: readonly number[]): number[] {
  const every = Math.ceil(cuts.length / MAX_COLUMNS);
  return cuts.filter((_, index) => index % every === 0 || index === cuts.length - 1);
}

/** The index of the column that a longitude is in; -1 west of all. */
function columnOf(columns: readonly number[], longitude: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((columns[middle] ?? Infinity) <= longitude) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
