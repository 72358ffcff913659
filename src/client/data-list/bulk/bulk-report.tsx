import X from 'lucide-react/icons/x';
import { useCallback, useState, type ReactNode } from 'react';
import { formatNumber } from '#shared/format/numbers.ts';
import { Banner } from '../../ui/notices/banner.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import type { BulkOutcome } from './bulk.ts';

/** The banner with a bulk change's failed rows, shown until dismissed or until the next change. */
export interface BulkReport<T> {
  /** Null if no rows failed or the user dismissed the banner. */
  banner: ReactNode;
  /** @param failureText for example 'could not be deleted' */
  show: (outcome: Pick<BulkOutcome<T, unknown>, 'done' | 'failed'>, failureText: string) => void;
  clear: () => void;
}

/**
 * Manages the report.
 *
 * @param nameOf returns a row's name in the report
 */
export function useBulkReport<T>(nameOf: (row: T) => string): BulkReport<T> {
  const [report, setReport] = useState<{ title: string; lines: string[] } | null>(null);
  const clear = useCallback(() => setReport(null), []);
  return {
    clear,
    show({ done, failed }, failureText) {
      const count = formatNumber(failed.length);
      const total = formatNumber(done.length + failed.length);
      const lines = failed.map(({ row, message }) => ({ name: nameOf(row), message }));
      setReport({ title: `${count} of ${total} ${failureText}:`, lines: linesByReason(lines) });
    },
    banner: report !== null && (
      <Banner
        tone="error"
        className="mt-5"
        action={
          <IconButton
            label="Dismiss"
            icon={<X aria-hidden="true" className="size-4" />}
            className="-my-2 -mr-2.5 self-start"
            onClick={clear}
          />
        }
      >
        <p className="font-semibold">{report.title}</p>
        <ul className="text-sm">
          {report.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Banner>
    ),
  };
}

/** Returns one line for each reason, with the names of its rows. */
export function linesByReason(failed: readonly { name: string; message: string }[]): string[] {
  const byReason = Map.groupBy(failed, ({ message }) => message);
  return [...byReason].map(
    ([message, rows]) => `${joinNames(rows.map(({ name }) => name))}: ${message}`,
  );
}

/** The maximum length of the list. If there are more names, the last item is the number of the remaining names. */
const MAX_LIST_ITEMS = 5;

/** Joins names, such as `“A” and “B”` or `“A”, “B”, “C”, “D”, and 9 more`. */
export function joinNames(names: readonly string[]): string {
  const shownNames = names.length > MAX_LIST_ITEMS ? names.slice(0, MAX_LIST_ITEMS - 1) : names;
  const quoted = shownNames.map((name) => `“${name}”`);
  const otherCount = names.length - shownNames.length;
  const parts = otherCount > 0 ? [...quoted, `${formatNumber(otherCount)} more`] : quoted;
  return new Intl.ListFormat('en-US').format(parts);
}
