import { useRef } from 'react';
import { cx } from '../class-names.ts';
import { goToNextRow } from './table-keys.ts';

/** Rows that can be ticked. */
export interface TableSelection<T> {
  /** The accessible name of the row's checkbox, such as 'Select Maple House'. */
  labelOf: (row: T) => string;
  isSelected: (row: T) => boolean;
  /** Why a row cannot be ticked; null for those that can. */
  refusalOf?: (row: T) => string | null;
  /** @param isRange everything since the row that was ticked last, as with Shift held */
  onTick: (row: T, isRange: boolean) => void;
  /** Whether all the rows that are shown and can be ticked are, or only some. */
  ofPage: 'all' | 'some' | 'none';
  onTickPage: () => void;
}

// The whole of the cell can be pressed.
const labelClass = 'touch-target flex size-11 cursor-pointer items-center justify-center';
const boxClass = 'size-4.5 cursor-pointer accent-brand disabled:cursor-not-allowed';

/** The box in the header: all the rows that are shown, or none. */
export function PageTick<T>({ selection }: { selection: TableSelection<T> }) {
  const { ofPage, onTickPage } = selection;
  return (
    <label className={cx(labelClass, 'max-md:hidden')}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = ofPage === 'some';
        }}
        type="checkbox"
        data-action="select-page"
        aria-label="Select all on this page"
        checked={ofPage === 'all'}
        onChange={onTickPage}
        className={boxClass}
      />
    </label>
  );
}

/** The box in a row. */
export function RowTick<T>({ selection, row }: { selection: TableSelection<T>; row: T }) {
  const isShiftHeld = useRef(false);
  const refusal = selection.refusalOf?.(row) ?? null;
  return (
    <label
      title={refusal ?? undefined}
      className={cx(labelClass, 'select-none', refusal !== null && 'opacity-40')}
    >
      <input
        type="checkbox"
        data-action="select"
        aria-label={selection.labelOf(row)}
        checked={selection.isSelected(row)}
        disabled={refusal !== null}
        onKeyDown={goToNextRow}
        onClick={(event) => {
          isShiftHeld.current = event.shiftKey;
        }}
        onChange={() => selection.onTick(row, isShiftHeld.current)}
        className={boxClass}
      />
    </label>
  );
}
