/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari forgets what table parts are once they are laid out otherwise, so the roles are written out. */

import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** One column of a table. */
export interface Column<T> {
  /** Unique in the table. */
  id: string;
  header: string;
  /** The header is for screen readers only, as over a row of icons. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /** On a small screen, where each row is a card: the card's head, a line with its label (usual), or its foot. */
  onCard?: 'head' | 'line' | 'foot';
  align?: 'start' | 'end';
  /** Only where the table is at least 56rem wide; another cell says it elsewhere, with `narrowTableClass`. */
  wideOnly?: boolean;
}

/** For what stands in a cell only while the `wideOnly` columns do not. */
export const narrowTableClass = '@4xl:hidden';

export interface DataTableProps<T> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Marks a row: unread ones, or ones that are not available. */
  rowTone?: (row: T) => 'plain' | 'highlighted' | 'faded';
  /** The rows are old ones, while new ones load. */
  stale?: boolean;
}

const ROW_CLASS = {
  plain: '',
  highlighted: 'bg-brand-wash',
  faded: 'bg-sunken text-ink-soft',
} as const;

const plainRow = () => 'plain' as const;

/**
 * Rows and columns; below 768 pixels each row becomes a card.
 */
export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
  rowTone = plainRow,
  stale = false,
}: DataTableProps<T>) {
  return (
    <div
      className={cx(
        '@container overflow-x-auto rounded-md border border-line bg-surface transition-opacity max-md:border-0 max-md:bg-transparent',
        // What comes at once shall not flicker.
        stale && 'opacity-60 delay-150',
      )}
      aria-busy={stale || undefined}
    >
      <table role="table" className="w-full border-collapse text-left max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                className={cx(
                  'px-4 py-2.5 text-sm font-semibold text-ink-soft',
                  column.align === 'end' && 'text-right',
                  column.wideOnly === true && '@max-4xl:hidden',
                )}
              >
                <span className={column.headerHidden === true ? 'sr-only' : ''}>
                  {column.header}
                </span>
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
                'border-b border-line last:border-b-0 max-md:block max-md:rounded-md max-md:border max-md:p-4 max-md:last:border-b',
                ROW_CLASS[rowTone(row)] || 'max-md:bg-surface',
              )}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const place = column.onCard ?? 'line';
  return (
    <td
      role="cell"
      className={cx(
        'px-4 py-2 align-middle max-md:px-0',
        column.align === 'end' && 'md:text-right',
        column.wideOnly === true && '@max-4xl:hidden',
        place === 'head' && 'max-md:block max-md:pt-0',
        place === 'line' &&
          column.wideOnly !== true &&
          'max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1',
        place === 'foot' &&
          'max-md:mt-1.5 max-md:-mb-2.5 max-md:block max-md:border-t max-md:border-line max-md:pt-1.5 max-md:pb-0',
      )}
    >
      {place === 'line' && (
        <span aria-hidden="true" className="text-sm text-ink-faint md:hidden">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}
