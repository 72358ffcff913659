import { type ReactNode } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import type { BulkResult } from '#shared/schemas/bulk.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { showToast } from '../../ui/notices/toast-store.ts';
import { useBulkChange } from './bulk.ts';
import type { BulkReport } from './bulk-report.tsx';
import type { DialogTarget } from '../dialog-target.ts';
import { useFailure } from '../failure.tsx';
import type { ListRow, Selection } from './selection.ts';

export interface DeleteDialogProps<T extends ListRow> {
  target: DialogTarget<readonly T[]>;
  title: string;
  /** Returns the question; `count` is null for a single row. */
  question: (count: string | null) => string;
  /** Returns a row's name, and a detail that identifies it. */
  describe: (row: T) => { name: string; detail: string };
  /** Describes what is deleted along with the rows. */
  consequence?: (rows: readonly T[]) => ReactNode;
  deleteOne: (api: ApiClient, id: string) => Promise<unknown>;
  deleteMany: (api: ApiClient, ids: string[]) => Promise<BulkResult>;
  /** Returns the success message. */
  successText: (rows: readonly T[]) => string;
  onSettled: () => void;
  /** Drops deleted rows from the selection. */
  selection: Pick<Selection<T>, 'drop'>;
  /** Reports the failed rows of a bulk deletion. */
  report: Pick<BulkReport<T>, 'show' | 'clear'>;
  /** Additional controls, below the list of rows. */
  children?: ReactNode;
}

/** The length of the list. If there are more rows, the last item is the count of the other rows. */
const MAX_LIST_ITEMS = 4;

/**
 * Asks for confirmation before deleting one or several rows (docs/product/dashboard.md, Deleting).
 */
export function DeleteDialog<T extends ListRow>({
  target,
  title,
  question,
  describe,
  consequence,
  deleteOne,
  deleteMany,
  successText,
  onSettled,
  selection,
  report,
  children,
}: DeleteDialogProps<T>) {
  const rows = target.subject;
  const failure = useFailure();
  const remove = useBulkChange<T, null>(
    async (api, ids) => {
      const [id, ...others] = ids;
      if (id === undefined || others.length > 0) return deleteMany(api, ids);
      await deleteOne(api, id);
      return { done: [id], failed: [] };
    },
    {
      onDone(outcome) {
        target.closeAfterRemoval();
        selection.drop(outcome.done.map(({ _id }) => _id));
        if (outcome.done.length > 0)
          showToast({ tone: 'success', text: successText(outcome.done) });
        if (outcome.failed.length > 0) report.show(outcome, 'could not be deleted');
      },
      onFailure: failure.show,
      onSettled,
    },
  );
  if (rows === null) return null;
  const namedRows = rows.length > MAX_LIST_ITEMS ? rows.slice(0, MAX_LIST_ITEMS - 1) : rows;
  return (
    <AlertDialog
      open={target.isOpen}
      onOpenChange={() => {
        failure.clear();
        target.close();
      }}
      returnFocusTo={target.returnFocusTo}
      title={title}
      description={
        <>
          {question(rows.length === 1 ? null : formatNumber(rows.length))}
          <span className="mt-4 flex flex-col gap-2 rounded-sm border border-line bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
            {namedRows.map((row) => (
              <span key={row._id}>
                <span className="block font-semibold text-ink">{describe(row).name}</span>
                <span className="block text-sm">{describe(row).detail}</span>
              </span>
            ))}
            {namedRows.length < rows.length && (
              <span className="text-sm">
                and {formatNumber(rows.length - namedRows.length)} more
              </span>
            )}
            {consequence?.(rows)}
          </span>
        </>
      }
      confirmLabel="Confirm Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => {
        report.clear();
        remove.mutate({ rows, change: null });
      }}
    >
      {children}
      {failure.banner !== null && <div className="mt-4 first:mt-0">{failure.banner}</div>}
    </AlertDialog>
  );
}
