import { useRef } from 'react';
import { cx } from '../class-names.ts';
import { moveToAdjacentRow } from './table-keys.ts';

/** The selection of a table's rows. */
export interface TableSelection<T> {
  /** The accessible name of the row's checkbox, such as 'Select Maple House'. */
  labelOf: (row: T) => string;
  isSelected: (row: T) => boolean;
  /** Returns why a row cannot be selected; null if it can. */
  disabledReasonOf?: (row: T) => string | null;
  /** @param isRange whether to extend the selection from the last selected row (Shift) */
  onSelectRow: (row: T, isRange: boolean) => void;
  /** Whether all, some, or none of the selectable rows on the page are selected. */
  pageState: 'all' | 'some' | 'none';
  onSelectPage: () => void;
}

// The area around the checkbox is clickable, too.
const labelClass = 'touch-target flex size-11 cursor-pointer items-center justify-center';
const boxClass = 'size-4.5 cursor-pointer accent-brand disabled:cursor-not-allowed';

/** The checkbox in the header, which selects all rows of the page, or none. */
export function PageCheckbox<T>({ selection }: { selection: TableSelection<T> }) {
  const { pageState, onSelectPage } = selection;
  return (
    <label className={cx(labelClass, 'max-md:hidden')}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = pageState === 'some';
        }}
        type="checkbox"
        data-action="select-page"
        aria-label="Select all on this page"
        checked={pageState === 'all'}
        onChange={onSelectPage}
        className={boxClass}
      />
    </label>
  );
}

/** The checkbox in a row. */
export function RowCheckbox<T>({ selection, row }: { selection: TableSelection<T>; row: T }) {
  const isShiftHeld = useRef(false);
  const disabledReason = selection.disabledReasonOf?.(row) ?? null;
  return (
    <label
      title={disabledReason ?? undefined}
      className={cx(labelClass, 'select-none', disabledReason !== null && 'opacity-40')}
    >
      <input
        type="checkbox"
        data-action="select"
        aria-label={selection.labelOf(row)}
        checked={selection.isSelected(row)}
        disabled={disabledReason !== null}
        onKeyDown={moveToAdjacentRow}
        onClick={(event) => {
          isShiftHeld.current = event.shiftKey;
        }}
        onChange={() => selection.onSelectRow(row, isShiftHeld.current)}
        className={boxClass}
      />
    </label>
  );
}
