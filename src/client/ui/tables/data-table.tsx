/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari drops table semantics when CSS changes the layout, so the roles are explicit. */

import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Tooltips } from '../overlays/tooltip.tsx';
import { PageCheckbox, RowCheckbox, type TableSelection } from './row-checkbox.tsx';
import { type ColumnSort, directionOf, SortHeader, type TableSort } from './sort-header.tsx';

/** One column of a table. */
export interface Column<T> {
  /** Unique in the table. */
  id: string;
  header: string;
  /** Whether the header is only for screen readers, such as above icon buttons. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /**
   * Where the cell appears on small screens, where each row is a card: in the header, as a line with
   * a label (default), in the footer, or beside the footer, which it must directly precede.
   */
  onCard?: 'header' | 'line' | 'beside' | 'footer';
  align?: 'start' | 'end';
  /**
   * Shown only if the table is at least 56rem (`wide`) or 72rem (`widest`) wide. In narrower tables,
   * another cell can contain the content; for `wide`, with `narrowTableClass`.
   */
  only?: 'wide' | 'widest';
  /** Makes the header sort the table. */
  sort?: ColumnSort;
}

/** The class of content that replaces hidden `wide` columns. */
export const narrowTableClass = '@4xl:hidden';

export interface DataTableProps<T> {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Returns a row's style, such as highlighted for unread rows. */
  rowTone?: (row: T) => 'plain' | 'highlighted' | 'faded';
  /** Whether the rows are outdated while new ones load. */
  stale?: boolean;
  /** The current order, if columns can sort the table. */
  sort?: TableSort;
  /** Adds a checkbox to each row. */
  selection?: TableSelection<T>;
}

const ROW_CLASS = {
  plain: '',
  highlighted: 'bg-clay-wash',
  faded: 'bg-sunken text-ink-soft',
} as const;

/** Selection is not shown by color alone: the row also has a bar at its edge and a checkbox. */
const SELECTED_CLASS = 'bg-brand-wash/70 shadow-[inset_3px_0_0_var(--color-brand)]';

const ONLY_CLASS = { wide: '@max-4xl:hidden', widest: '@max-6xl:hidden' } as const;

const plainRow = () => 'plain' as const;

/** A table. Below 768 pixels, each row becomes a card. */
export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
  rowTone = plainRow,
  stale = false,
  sort,
  selection,
}: DataTableProps<T>) {
  return (
    <div
      className={cx(
        '@container overflow-x-auto rounded-md border border-line bg-surface max-md:border-0 max-md:bg-transparent',
        stale && 'dimmed',
      )}
      aria-busy={stale || undefined}
    >
      <Tooltips>
        <table role="table" className="w-full border-collapse text-left max-md:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-md:sr-only">
            <tr role="row" className="border-b border-line">
              {selection !== undefined && (
                <th role="columnheader" scope="col" className="w-11 pl-1.5">
                  {/* A hidden header must not have focusable elements. */}
                  <span className="sr-only md:hidden">Select</span>
                  <PageCheckbox selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  {...ariaSortOf(column, sort)}
                  className={cx(
                    'px-3 py-2.5 text-sm font-semibold text-ink-soft',
                    column.sort !== undefined && 'group relative py-1.5 transition-colors',
                    column.align === 'end' && 'text-right',
                    column.only !== undefined && ONLY_CLASS[column.only],
                  )}
                >
                  {sort !== undefined && column.sort !== undefined ? (
                    <SortHeader header={column.header} column={column.sort} sort={sort} />
                  ) : (
                    <span className={column.headerHidden === true ? 'sr-only' : ''}>
                      {column.header}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                className={cx(
                  'border-b border-line last:border-b-0 max-md:relative max-md:flex max-md:flex-wrap max-md:rounded-md max-md:border max-md:p-4 max-md:last:border-b',
                  selection?.isSelected(row) === true
                    ? SELECTED_CLASS
                    : ROW_CLASS[rowTone(row)] || 'max-md:bg-surface',
                )}
              >
                {selection !== undefined && (
                  <td
                    role="cell"
                    className="w-11 pl-1.5 align-middle max-md:absolute max-md:top-1.5 max-md:right-1.5 max-md:w-auto max-md:p-0"
                  >
                    <RowCheckbox selection={selection} row={row} />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell
                    key={column.id}
                    column={column}
                    row={row}
                    hasCheckbox={selection !== undefined}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Tooltips>
    </div>
  );
}

/** Returns the `aria-sort` attribute of the column that the table is sorted by. */
function ariaSortOf<T>(column: Column<T>, sort: TableSort | undefined) {
  const direction =
    sort && column.sort !== undefined ? directionOf(column.sort, sort.current) : undefined;
  return direction === undefined ? {} : { 'aria-sort': direction };
}

interface CellProps<T> {
  column: Column<T>;
  row: T;
  /** Whether the row has a checkbox, which is placed in the corner of its card. */
  hasCheckbox: boolean;
}

function Cell<T>({ column, row, hasCheckbox }: CellProps<T>) {
  const cardPosition = column.onCard ?? 'line';
  return (
    <td
      role="cell"
      className={cx(
        'py-2 align-middle md:px-3 md:last:pr-4',
        column.align === 'end' && 'md:text-right',
        column.only !== undefined && ONLY_CLASS[column.only],
        cardPosition === 'header' && 'max-md:w-full max-md:pt-0',
        cardPosition === 'header' && hasCheckbox && 'max-md:pr-9',
        cardPosition === 'line' &&
          column.only === undefined &&
          'max-md:flex max-md:w-full max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1',
        (cardPosition === 'footer' || cardPosition === 'beside') &&
          'max-md:mt-1.5 max-md:-mb-2.5 max-md:flex max-md:flex-auto max-md:items-center max-md:border-t max-md:border-line max-md:pt-1.5 max-md:pb-0',
        cardPosition === 'footer' && 'max-md:justify-end',
      )}
    >
      {cardPosition === 'line' && (
        <span aria-hidden="true" className="text-sm text-ink-faint md:hidden">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}
