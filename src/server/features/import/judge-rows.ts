/** Decides which rows of a batch are written, and why others are not. */

import { createPace } from '../../concurrency/pace.ts';
import type { Database } from '../../database/database.ts';
import type { AgentFinder } from './agent-finder.ts';
import { findKnownKeys } from './import-repository.ts';
import { findLastPositions } from './position-repository.ts';
import { attributionOf, readListingSource } from './reso/listing-source.ts';
import {
  type DateFault,
  mapResoRecord,
  type MappedRow,
  type Refusal,
} from './reso/reso-mapping.ts';
import type { SpreadsheetDates } from './reso/spreadsheet-dates.ts';
import type { SourceRow } from './source/source-row.ts';
import type { WritableRow } from './write-batch.ts';

/** A row that is not written. */
export type RefusedRow = { position: number; key: string | null; refusals: Refusal[] };

/** A row that is written although one of its dates is unreadable. */
export type UndatedRow = { position: number; key: string } & DateFault;

export type JudgedRows = {
  writable: WritableRow[];
  refused: RefusedRow[];
  undated: UndatedRow[];
};

/** The context for judging rows. */
export type JudgingContext = {
  now: Date;
  agents: AgentFinder;
  /** The importing agent, if the file may only contain their listings; null without a limit. */
  onlyAgentId: string | null;
  /** Whether a key occurs more than once in the file: its last row is used then. */
  hasRepeats: boolean;
  /** `line` or `entry`. */
  positionName: string;
  /** The assumed listing date of new listings with an unreadable date. */
  undatedAt: Date;
  dates: SpreadsheetDates;
};

/** A mapped row, or one with faults whose listing must not be displayed in any case. */
type ReadRow = MappedRow | { kind: 'hide'; listingKey: string; refusals: Refusal[] };

/** Returns the key of a row's listing; null for a refused row. */
export function keyOf(row: ReadRow): string | null {
  if (row.kind === 'refused') return null;
  return row.kind === 'listing' ? row.listing.listingKey : row.listingKey;
}

export async function judgeRows(
  db: Database,
  rows: readonly SourceRow[],
  { now, agents, onlyAgentId, hasRepeats, positionName, undatedAt, dates }: JudgingContext,
): Promise<JudgedRows> {
  const mapped: { position: number; row: ReadRow }[] = [];
  const pace = createPace();
  for (const row of rows) {
    mapped.push({ position: row.position, row: mapRow(row, dates, now) });
    if (pace.shouldYield()) await pace.yieldToEventLoop();
  }
  const keys = mapped.flatMap(({ row }) => keyOf(row) ?? []);
  const lastPositions = hasRepeats ? await findLastPositions(db, keys) : new Map<string, number>();
  const agentOf = await agents.find(
    mapped.map(({ row }) => (row.kind === 'listing' ? row.agentEmail : null)),
  );
  const hidden = mapped.flatMap(({ row }) => {
    if (row.kind === 'hide') return [row.listingKey];
    const isHidden = row.kind === 'listing' && row.listing.source.isDisplayed === false;
    return isHidden ? [row.listing.listingKey] : [];
  });
  const known = await findKnownKeys(db, hidden);
  const judged: JudgedRows = { writable: [], refused: [], undated: [] };
  for (const { position, row } of mapped) {
    const refuse = (key: string | null, refusals: Refusal[]) =>
      judged.refused.push({ position, key, refusals });
    if (row.kind === 'refused' || (row.kind === 'hide' && !known.has(row.listingKey))) {
      refuse(row.listingKey, row.refusals);
      continue;
    }
    const key = row.kind === 'listing' ? row.listing.listingKey : row.listingKey;
    const lastPosition = lastPositions.get(key) ?? position;
    if (lastPosition !== position) {
      refuse(key, [{ reason: 'repeated', detail: `${positionName} ${lastPosition}` }]);
      continue;
    }
    if (row.kind !== 'listing') {
      judged.writable.push({ position, key, kind: row.kind });
      continue;
    }
    const agent = agentOf(row.agentEmail);
    if (agent === undefined) {
      refuse(key, [{ reason: 'agent', detail: describeAgent(row.agentEmail) }]);
      continue;
    }
    if (onlyAgentId !== null && agent.id !== onlyAgentId) {
      refuse(key, [{ reason: 'foreign', detail: `ListAgentEmail is "${row.agentEmail ?? ''}"` }]);
      continue;
    }
    if (row.listing.source.isDisplayed === false && !known.has(key)) {
      refuse(key, [{ reason: 'display', detail: 'InternetEntireListingDisplayYN is no' }]);
      continue;
    }
    const { dateFaults, media } = row;
    const createdAtIfNew = dateFaults.some(({ field }) => field === 'OnMarketDate')
      ? undatedAt
      : null;
    const { named } = row.listing.source;
    const attribution = named && attributionOf(named, agent);
    const listing = { ...row.listing, agentId: agent.id, attribution, createdAtIfNew };
    judged.writable.push({ position, key, kind: 'listing', listing, media });
    for (const { field, value } of dateFaults) judged.undated.push({ position, key, field, value });
  }
  return judged;
}

function mapRow(row: SourceRow, dates: SpreadsheetDates, now: Date): ReadRow {
  if ('record' in row) {
    const record = dates.read(row.record);
    const mapped = mapResoRecord(record, now);
    const isHidden =
      mapped.kind === 'refused' && readListingSource(record, now).isDisplayed === false;
    const { listingKey } = mapped.kind === 'listing' ? mapped.listing : mapped;
    if (!isHidden || listingKey === null) return mapped;
    return { kind: 'hide', listingKey, refusals: mapped.refusals };
  }
  return {
    kind: 'refused',
    listingKey: null,
    refusals: [{ reason: 'broken', detail: row.fault }],
  };
}

function describeAgent(email: string | null): string {
  return email === null
    ? 'ListAgentEmail is empty, and no other agent was given'
    : `ListAgentEmail "${email}" is not an agent here, and no other agent was given`;
}
