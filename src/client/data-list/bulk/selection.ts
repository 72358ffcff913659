/** Rows selected on this page of a list and on others, until they are deselected. */

import { useCallback, useRef, useState } from 'react';
import type { TableSelection } from '../../ui/tables/row-tick.tsx';

/** The fields of every row in a managed list. */
export interface ListRow {
  _id: string;
}

/** The selected rows. */
export interface Selection<T extends ListRow> {
  /** In order of selection; those on this page are current, others as last loaded. */
  rows: readonly T[];
  /** The number of rows on other pages, or no longer matching the search. */
  elsewhereCount: number;
  clear: () => void;
  /** Deselects some rows. */
  drop: (ids: readonly string[]) => void;
  /** For the table. */
  table: TableSelection<T>;
}

export interface SelectionWords<T> {
  labelOf: (row: T) => string;
  /** Returns why a row cannot be changed; null if it can. */
  refusalOf?: (row: T) => string | null;
}

/**
 * Manages a selection.
 *
 * @param shown the rows of this page
 */
export function useSelection<T extends ListRow>(
  shown: readonly T[],
  { labelOf, refusalOf = () => null }: SelectionWords<T>,
): Selection<T> {
  const [ticked, setTicked] = useState<ReadonlyMap<string, T>>(new Map<string, T>());
  const lastTicked = useRef<string | null>(null);
  const free = shown.filter((row) => refusalOf(row) === null);
  const tickedHere = free.filter(({ _id }) => ticked.has(_id)).length;
  const set = (rows: readonly T[], isOn: boolean) =>
    setTicked((before) => withTicks(before, rows, isOn));

  return {
    rows: [...ticked.values()].map((row) => shown.find(({ _id }) => _id === row._id) ?? row),
    elsewhereCount: ticked.size - tickedHere,
    clear: useCallback(() => setTicked(new Map()), []),
    drop: useCallback(
      (ids) => setTicked((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      [],
    ),
    table: {
      labelOf,
      refusalOf,
      isSelected: ({ _id }) => ticked.has(_id),
      onTick(row, isRange) {
        const rows = isRange ? rangeOf(free, lastTicked.current, row) : [row];
        lastTicked.current = row._id;
        set(rows, !ticked.has(row._id));
      },
      ofPage: tickedHere === 0 ? 'none' : tickedHere === free.length ? 'all' : 'some',
      onTickPage: () => set(free, tickedHere < free.length),
    },
  };
}

/** Selects or deselects some rows. */
export function withTicks<T extends ListRow>(
  before: ReadonlyMap<string, T>,
  rows: readonly T[],
  isOn: boolean,
): Map<string, T> {
  const after = new Map(before);
  for (const row of rows) {
    if (isOn) after.set(row._id, row);
    else after.delete(row._id);
  }
  return after;
}

/** Returns the rows from one to another, inclusive; only the one if the other is not shown. */
export function rangeOf<T extends ListRow>(
  rows: readonly T[],
  fromId: string | null,
  to: T,
): readonly T[] {
  const from = rows.findIndex(({ _id }) => _id === fromId);
  const here = rows.findIndex(({ _id }) => _id === to._id);
  if (from === -1 || here === -1) return [to];
  return rows.slice(Math.min(from, here), Math.max(from, here) + 1);
}
