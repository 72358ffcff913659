/** Sets many rows to one of two states, such as read or unread. */

import { showToast } from '../../ui/notices/toast-store.ts';
import { useBulkChange, type BulkCall, type BulkEvents } from './bulk.ts';
import type { BulkReport } from './bulk-report.tsx';
import type { Failure } from '../failure.tsx';
import type { ListRow, Selection } from './selection.ts';

/** The parts of a managed list that marking uses. */
export interface MarkableList<T extends ListRow> {
  selection: Pick<Selection<T>, 'drop'>;
  report: Pick<BulkReport<T>, 'show' | 'clear'>;
  failure: Pick<Failure, 'show' | 'clear'>;
}

export interface MarkOptions<T> extends Pick<BulkEvents<T, boolean>, 'onSettled'> {
  isMarked: (row: T) => boolean;
  /** Returns the row after the change. */
  withMark: (row: T, mark: boolean) => T;
  call: BulkCall<boolean>;
  /** Returns whether marking or unmarking rows can be undone; always if absent. */
  canUndo?: (changedRows: readonly T[]) => boolean;
  /** Returns the success message for one or more rows. */
  successText: (changedRows: readonly T[]) => string;
}

export interface BulkMark<T> {
  isPending: boolean;
  /** Marks or unmarks the rows whose mark differs. */
  mark: (rows: readonly T[], mark: boolean) => void;
}

/** Returns a bulk change. Ask for confirmation first if it cannot be undone. */
export function useBulkMark<T extends ListRow>(
  { selection, report, failure }: MarkableList<T>,
  { isMarked, withMark, call, canUndo = () => true, successText, onSettled }: MarkOptions<T>,
): BulkMark<T> {
  const change = useBulkChange<T, boolean>(call, {
    onDone(outcome) {
      const changedRows = outcome.done.map((row) => withMark(row, outcome.change));
      selection.drop(changedRows.map(({ _id }) => _id));
      if (changedRows.length > 0) {
        showToast({
          tone: 'success',
          text: successText(changedRows),
          ...(!outcome.hasUnchanged && canUndo(changedRows)
            ? { action: { label: 'Undo', onSelect: () => mark(changedRows, !outcome.change) } }
            : {}),
        });
      }
      if (outcome.failed.length > 0) report.show(outcome, 'could not be changed');
    },
    onFailure: failure.show,
    onSettled,
  });
  function mark(rows: readonly T[], newMark: boolean): void {
    failure.clear();
    report.clear();
    change.mutate({ rows: rows.filter((row) => isMarked(row) !== newMark), change: newMark });
  }
  return { isPending: change.isPending, mark };
}
