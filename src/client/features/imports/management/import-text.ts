/** Pure functions that return texts for imports. */

import { countOf, formatNumber } from '#shared/format/numbers.ts';
import type { Import } from '#shared/schemas/brokerage/import.ts';

/** Lists the nonzero counts of an import (`1,200 new, 3 skipped`), or says that there are none. */
export function importSummary(item: Import): string {
  const { state, added, updated, removed, unchanged, refused } = item;
  const parts = [
    [added, 'new'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [removed, 'removed'],
    [refused, 'skipped'],
  ] as const;
  const nonZero = parts.filter(([count]) => count > 0);
  if (nonZero.length > 0) {
    return nonZero.map(([count, word]) => `${formatNumber(count)} ${word}`).join(', ');
  }
  return state === 'waiting' || state === 'running' ? 'Nothing yet' : 'No homes';
}

/** Returns the state for a badge. */
export function stateText({ state, isDryRun }: Pick<Import, 'state' | 'isDryRun'>): string {
  const texts = {
    waiting: 'Waiting',
    running: isDryRun ? 'Checking' : 'Importing',
    done: isDryRun ? 'Checked' : 'Imported',
    failed: 'Failed',
    canceled: 'Canceled',
  } as const;
  return texts[state];
}

/** Returns the label of the button that imports after a dry run; null if nothing would change. */
export function confirmLabel({ added, updated, removed }: Import): string | null {
  if (added + updated > 0) return `Import ${countOf(added + updated, 'home')}`;
  return removed > 0 ? `Remove ${countOf(removed, 'home')}` : null;
}

/** Returns the percentage of rows read, rounded down; null while rows are being counted. */
export function percentRead({ rowsRead, totalRows }: Import): number | null {
  if (totalRows === null) return null;
  return totalRows === 0 ? 100 : Math.floor((rowsRead / totalRows) * 100);
}
