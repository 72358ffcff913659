/** Pure functions that return texts for data sources. */

import { formatNumber } from '#shared/format/numbers.ts';
import type { DataSource, SourceRun } from '#shared/schemas/open/data-source.ts';

const RUN_STATES: Readonly<Record<SourceRun['state'], string>> = {
  waiting: 'Waiting',
  running: 'Syncing',
  done: 'Synced',
  failed: 'Failed',
  canceled: 'Canceled',
};

export const runStateText = ({ state }: Pick<SourceRun, 'state'>): string => RUN_STATES[state];

/**
 * Returns the percentage of rows that a sync has read, at most 99; null if the total is unknown or 0.
 */
export function percentRead({ read, total }: Pick<SourceRun, 'read' | 'total'>): number | null {
  if (total === null || total === 0) return null;
  return Math.min(99, Math.floor((read / total) * 100));
}

/** Formats progress: `1,200 of about 3,000 rows read (40%)`, or `1,200 rows read`. */
export function readSummary(run: Pick<SourceRun, 'read' | 'total'>): string {
  const percent = percentRead(run);
  if (percent === null) return `${formatNumber(run.read)} rows read`;
  return `${formatNumber(run.read)} of about ${formatNumber(run.total ?? 0)} rows read (${percent}%)`;
}

/** Formats counts: `3 new, 1 updated, 12 unchanged`; zeros are omitted. 'No changes' if all are 0. */
export function runSummary(run: SourceRun): string {
  const parts = [
    [run.added, 'new'],
    [run.updated, 'updated'],
    [run.removed, 'removed'],
    [run.unchanged, 'unchanged'],
    [run.refused, 'skipped'],
  ] as const;
  const nonZero = parts.filter(([count]) => count > 0);
  return nonZero.length === 0
    ? 'No changes'
    : nonZero.map(([count, word]) => `${formatNumber(count)} ${word}`).join(', ');
}

/** Returns a run's error or counts. */
export const runOutcome = (run: SourceRun): string => run.error ?? runSummary(run);

export const AGENT_BY_LABELS: Readonly<Record<DataSource['agentBy'], string>> = {
  email: 'Email address (ListAgentEmail)',
  license: 'License number (ListAgentStateLicense)',
  none: 'Always the default agent',
};

export const MEDIA_POLICY_LABELS: Readonly<Record<DataSource['mediaPolicy'], string>> = {
  download: 'Download pictures',
  none: 'No pictures',
};

export const AUTH_LABELS: Readonly<Record<DataSource['auth']['kind'], string>> = {
  bearer: 'Bearer token',
  client_credentials: 'Client credentials',
};

export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
