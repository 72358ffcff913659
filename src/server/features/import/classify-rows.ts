/** Separates a batch's writable rows from rejected rows. */

import { createPace } from '../../concurrency/pace.ts';
import type { Database } from '../../database/database.ts';
import type { AgentFinder } from './agent-finder.ts';
import { findKnownKeys } from './import-repository.ts';
import { findLastPositions } from './position-repository.ts';
import { attributionOf, readListingSource } from './reso/listing-source.ts';
import {
  type DateError,
  mapResoRecord,
  type MappedRow,
  type Rejection,
} from './reso/reso-mapping.ts';
import type { SpreadsheetDates } from './reso/spreadsheet-dates.ts';
import type { SourceRow } from './source/source-row.ts';
import type { WritableRow } from './write-batch.ts';

/** A row that will not be written. */
export type RejectedRow = { position: number; key: string | null; rejections: Rejection[] };

/** A row that will be written despite an unreadable date. */
export type UndatedRow = { position: number; key: string } & DateError;

export type ClassifiedRows = {
  writable: WritableRow[];
  rejected: RejectedRow[];
  undated: UndatedRow[];
};

/** The context for classifying rows. */
export type ClassificationContext = {
  now: Date;
  agents: AgentFinder;
  /**
   * The importing agent, who can import only their own listings; null for admins, the command line,
   * and data sources.
   */
  onlyAgentId: string | null;
  /**
   * Whether any key occurs more than once in the file. The last valid row of a key takes precedence.
   */
  hasRepeatedKeys: boolean;
  /** The word for a row's position: `line` or `entry` of a file, or `row` of a data source. */
  positionName: string;
  /** The assumed listing date of new listings with an unreadable date. */
  assumedDate: Date;
  dates: SpreadsheetDates;
};

/** A mapped row, or an invalid row with a listing that must be hidden. */
type ParsedRow = MappedRow | { kind: 'hide'; listingKey: string; rejections: Rejection[] };

/** Returns the listing key of a row; null for a rejected row. */
export function keyOf(row: ParsedRow): string | null {
  if (row.kind === 'rejected') return null;
  return row.kind === 'listing' ? row.listing.listingKey : row.listingKey;
}

export async function classifyRows(
  db: Database,
  rows: readonly SourceRow[],
  {
    now,
    agents,
    onlyAgentId,
    hasRepeatedKeys,
    positionName,
    assumedDate,
    dates,
  }: ClassificationContext,
): Promise<ClassifiedRows> {
  const mapped: { position: number; row: ParsedRow }[] = [];
  const pace = createPace();
  for (const row of rows) {
    mapped.push({ position: row.position, row: mapRow(row, dates, now) });
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  const keys = mapped.flatMap(({ row }) => keyOf(row) ?? []);
  const lastPositions = hasRepeatedKeys
    ? await findLastPositions(db, keys)
    : new Map<string, number>();
  const findAgent = await agents.find(
    mapped.map(({ row }) => (row.kind === 'listing' ? row.agentEmail : null)),
  );
  const hiddenKeys = mapped.flatMap(({ row }) => {
    if (row.kind === 'hide') return [row.listingKey];
    const isHidden = row.kind === 'listing' && row.listing.source.isDisplayed === false;
    return isHidden ? [row.listing.listingKey] : [];
  });
  const knownHiddenKeys = await findKnownKeys(db, hiddenKeys);
  const classified: ClassifiedRows = { writable: [], rejected: [], undated: [] };
  for (const { position, row } of mapped) {
    const reject = (key: string | null, rejections: Rejection[]) =>
      classified.rejected.push({ position, key, rejections });
    if (row.kind === 'rejected' || (row.kind === 'hide' && !knownHiddenKeys.has(row.listingKey))) {
      reject(row.listingKey, row.rejections);
      continue;
    }
    const key = row.kind === 'listing' ? row.listing.listingKey : row.listingKey;
    const lastPosition = lastPositions.get(key) ?? position;
    if (lastPosition !== position) {
      reject(key, [{ reason: 'repeated', detail: `${positionName} ${lastPosition}` }]);
      continue;
    }
    if (row.kind !== 'listing') {
      classified.writable.push({ position, key, kind: row.kind });
      continue;
    }
    const agent = findAgent(row.agentEmail);
    if (agent === undefined) {
      reject(key, [{ reason: 'agent', detail: describeMissingAgent(row.agentEmail) }]);
      continue;
    }
    if (onlyAgentId !== null && agent.id !== onlyAgentId) {
      reject(key, [
        { reason: 'otherAgent', detail: `ListAgentEmail is "${row.agentEmail ?? ''}"` },
      ]);
      continue;
    }
    if (row.listing.source.isDisplayed === false && !knownHiddenKeys.has(key)) {
      reject(key, [{ reason: 'display', detail: 'InternetEntireListingDisplayYN is no' }]);
      continue;
    }
    const { dateErrors, media } = row;
    const createdAtIfNew = dateErrors.some(({ field }) => field === 'OnMarketDate')
      ? assumedDate
      : null;
    const { recordAgent } = row.listing.source;
    const attribution = recordAgent && attributionOf(recordAgent, agent);
    const listing = { ...row.listing, agentId: agent.id, attribution, createdAtIfNew };
    classified.writable.push({ position, key, kind: 'listing', listing, media });
    for (const { field, value } of dateErrors)
      classified.undated.push({ position, key, field, value });
  }
  return classified;
}

function mapRow(row: SourceRow, dates: SpreadsheetDates, now: Date): ParsedRow {
  if ('record' in row) {
    const record = dates.read(row.record);
    const mapped = mapResoRecord(record, now);
    const isHidden =
      mapped.kind === 'rejected' && readListingSource(record, now).isDisplayed === false;
    const { listingKey } = mapped.kind === 'listing' ? mapped.listing : mapped;
    if (!isHidden || listingKey === null) return mapped;
    return { kind: 'hide', listingKey, rejections: mapped.rejections };
  }
  return {
    kind: 'rejected',
    listingKey: null,
    rejections: [{ reason: 'unreadable', detail: row.error }],
  };
}

function describeMissingAgent(email: string | null): string {
  return email === null
    ? 'ListAgentEmail is empty, and no default agent was specified'
    : `ListAgentEmail "${email}" is not an agent on this site, and no default agent was specified`;
}
