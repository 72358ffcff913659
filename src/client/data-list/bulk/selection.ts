/** The rows selected on any page of a list. */

import { useCallback, useRef, useState } from 'react';
import type { TableSelection } from '../../ui/tables/row-checkbox.tsx';

/** The fields of every row in a managed list. */
export interface ListRow {
  _id: string;
}

/** The selected rows, and functions that change them. */
export interface Selection<T extends ListRow> {
  /** In selection order. Rows on other pages can be outdated. */
  rows: readonly T[];
  /** The number of rows that are on other pages or no longer match the search. */
  offPageCount: number;
  clear: () => void;
  /** Deselects some rows. */
  drop: (ids: readonly string[]) => void;
  /** The selection state and handlers for the table. */
  table: TableSelection<T>;
}

export interface SelectionLabels<T> {
  /** Returns the accessible name of a row's checkbox, such as 'Select Maple House'. */
  labelOf: (row: T) => string;
  /** Returns why a row cannot be selected; null if it can. */
  disabledReasonOf?: (row: T) => string | null;
}

/**
 * Manages the selected rows of a list.
 *
 * @param pageRows the rows of this page
 */
export function useSelection<T extends ListRow>(
  pageRows: readonly T[],
  { labelOf, disabledReasonOf = () => null }: SelectionLabels<T>,
): Selection<T> {
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map<string, T>());
  const lastSelected = useRef<string | null>(null);
  const selectable = pageRows.filter((row) => disabledReasonOf(row) === null);
  const selectedOnPage = selectable.filter(({ _id }) => selected.has(_id)).length;
  const set = (rows: readonly T[], isSelected: boolean) =>
    setSelected((previous) => withSelected(previous, rows, isSelected));

  return {
    rows: [...selected.values()].map((row) => pageRows.find(({ _id }) => _id === row._id) ?? row),
    offPageCount: selected.size - selectedOnPage,
    clear: useCallback(() => setSelected(new Map()), []),
    drop: useCallback(
      (ids) =>
        setSelected((previous) => new Map([...previous].filter(([id]) => !ids.includes(id)))),
      [],
    ),
    table: {
      labelOf,
      disabledReasonOf,
      isSelected: ({ _id }) => selected.has(_id),
      onSelectRow(row, isRange) {
        const rows = isRange ? rangeOf(selectable, lastSelected.current, row) : [row];
        lastSelected.current = row._id;
        set(rows, !selected.has(row._id));
      },
      pageState:
        selectedOnPage === 0 ? 'none' : selectedOnPage === selectable.length ? 'all' : 'some',
      onSelectPage: () => set(selectable, selectedOnPage < selectable.length),
    },
  };
}

/** Returns the selection after selecting or deselecting some rows. */
export function withSelected<T extends ListRow>(
  previous: ReadonlyMap<string, T>,
  rows: readonly T[],
  isSelected: boolean,
): Map<string, T> {
  const next = new Map(previous);
  for (const row of rows) {
    if (isSelected) next.set(row._id, row);
    else next.delete(row._id);
  }
  return next;
}

/** Returns the rows between two rows, inclusive; only `to` if the other row is not shown. */
export function rangeOf<T extends ListRow>(
  rows: readonly T[],
  fromId: string | null,
  to: T,
): readonly T[] {
  const fromIndex = rows.findIndex(({ _id }) => _id === fromId);
  const toIndex = rows.findIndex(({ _id }) => _id === to._id);
  if (fromIndex === -1 || toIndex === -1) return [to];
  return rows.slice(Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex) + 1);
}
