import X from 'lucide-react/icons/x';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import { Button } from '../../ui/actions/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import type { ListRow, Selection } from './selection.ts';

export interface BulkBarProps<T extends ListRow> {
  selection: Selection<T>;
  /** The singular noun for a row, such as 'listing'. */
  noun: string;
  /** The page's heading. Receives focus when the bar disappears with its focused button. */
  fallback: RefObject<HTMLElement | null>;
  /** Whether a change is in progress. */
  isBusy: boolean;
  /** @param opener the delete button, which regains focus when the dialog closes */
  onDelete: (rows: readonly T[], opener: HTMLElement) => void;
  /** Small buttons for the other bulk actions. */
  children: ReactNode;
}

/**
 * The bar at the bottom of the window while rows are selected. Shows their number and the bulk
 * actions.
 */
export function BulkBar<T extends ListRow>({
  selection,
  noun,
  fallback,
  isBusy,
  onDelete,
  children,
}: BulkBarProps<T>) {
  const { rows, offPageCount, clear, table } = selection;
  const isShown = rows.length > 0;
  const wasShown = useRef(false);

  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) {
      fallback.current?.focus();
    }
    wasShown.current = isShown;
  }, [isShown, fallback]);

  useEffect(() => {
    if (!isShown) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      const shouldIgnore =
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        isTextBox(event.target) ||
        document.querySelector('[role$="dialog"]:not([data-closed])') !== null;
      if (!shouldIgnore) clear();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [isShown, clear]);

  return (
    <div
      {...(isShown
        ? { role: 'region', 'aria-label': `Selected ${noun}s`, 'data-foot-bar': true }
        : {})}
      className={cx(
        isShown &&
          'appear sticky bottom-0 z-20 -mx-(--gutter) mt-5 -mb-8 border-t border-line bg-paper px-(--gutter) py-3 [@media(max-height:28rem)]:static',
      )}
    >
      <div className={cx(isShown && 'flex flex-wrap items-center gap-x-4 gap-y-2')}>
        {/* Always rendered so that screen readers announce the count when it changes. */}
        <output className="min-w-0 flex-1 figures">
          {isShown && (
            <>
              <span className="font-semibold">{formatNumber(rows.length)} selected</span>
              {offPageCount > 0 && (
                <span className="text-sm text-ink-soft max-sm:block sm:ml-3">
                  {offPageText(offPageCount, rows.length)}
                </span>
              )}
            </>
          )}
        </output>
        {isShown && (
          <>
            <fieldset
              aria-disabled={isBusy || undefined}
              // The pressed button would lose focus in a disabled fieldset.
              onClickCapture={(event) => isBusy && event.stopPropagation()}
              className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:*:flex-1"
            >
              <legend className="sr-only">Bulk actions for selected {noun}s</legend>
              {table.pageState !== 'all' && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="md:hidden"
                  onClick={table.onSelectPage}
                >
                  Select all
                </Button>
              )}
              {children}
              <Button
                variant="secondary"
                size="sm"
                data-bulk="delete"
                onClick={(event) => onDelete(rows, event.currentTarget)}
              >
                Delete
              </Button>
            </fieldset>
            <IconButton
              label="Clear selection"
              icon={<X aria-hidden="true" className="size-5" />}
              className="-mr-2.5"
              onClick={clear}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** Describes how many of the selected rows are not on this page. */
export function offPageText(offPageCount: number, count: number): string {
  return offPageCount === count
    ? 'none of them on this page'
    : `${formatNumber(offPageCount)} of them not on this page`;
}

/** Returns whether an element is a text field, where Escape clears the text, not the selection. */
function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}
