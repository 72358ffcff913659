/** Rows selected on this page of a list and on others, until they are deselected. */

import { useCallback, useRef, useState } from 'react';
import type { TableSelection } from '../../ui/tables/row-checkbox.tsx';

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

export interface SelectionLabels<T> {
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
  { labelOf, refusalOf = () => null }: SelectionLabels<T>,
): Selection<T> {
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map<string, T>());
  const lastSelected = useRef<string | null>(null);
  const selectable = shown.filter((row) => refusalOf(row) === null);
  const selectedHere = selectable.filter(({ _id }) => selected.has(_id)).length;
  const set = (rows: readonly T[], isOn: boolean) =>
    setSelected((before) => withSelected(before, rows, isOn));

  return {
    rows: [...selected.values()].map((row) => shown.find(({ _id }) => _id === row._id) ?? row),
    elsewhereCount: selected.size - selectedHere,
    clear: useCallback(() => setSelected(new Map()), []),
    drop: useCallback(
      (ids) => setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
      [],
    ),
    table: {
      labelOf,
      refusalOf,
      isSelected: ({ _id }) => selected.has(_id),
      onSelectRow(row, isRange) {
        const rows = isRange ? rangeOf(selectable, lastSelected.current, row) : [row];
        lastSelected.current = row._id;
        set(rows, !selected.has(row._id));
      },
      pageState: selectedHere === 0 ? 'none' : selectedHere === selectable.length ? 'all' : 'some',
      onSelectPage: () => set(selectable, selectedHere < selectable.length),
    },
  };
}

/** Selects or deselects some rows. */
export function withSelected<T extends ListRow>(
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
