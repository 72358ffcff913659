/** Decides about each row of a batch: whether it is written, and if not, why. */

import type { Database } from '../../database/database.ts';
import type { AgentFinder } from './agent-finder.ts';
import { findKnownKeys } from './import-repository.ts';
import { findLastPositions } from './position-repository.ts';
import { attributionOf } from './reso/listing-source.ts';
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

/** A row that is written although a date of it cannot be read. */
export type UndatedRow = { position: number; key: string } & DateFault;

export type JudgedRows = {
  writable: WritableRow[];
  refused: RefusedRow[];
  undated: UndatedRow[];
};

/** By what rows are judged. */
export type Judgement = {
  now: Date;
  agents: AgentFinder;
  /** The agent who imports, and whose listings alone the file may hold; null for no such limit. */
  onlyAgentId: string | null;
  /** Whether a key occurs more than once in the file: then its last row counts. */
  hasRepeats: boolean;
  /** `line` or `entry`. */
  positionName: string;
  /** The assumed listing date of new listings with an unreadable date. */
  undatedAt: Date;
  dates: SpreadsheetDates;
};

/** The key by which a row finds its listing; null for a row that is refused. */
export function keyOf(row: MappedRow): string | null {
  if (row.kind === 'refused') return null;
  return row.kind === 'delete' ? row.listingKey : row.listing.listingKey;
}

export async function judgeRows(
  db: Database,
  rows: readonly SourceRow[],
  { now, agents, onlyAgentId, hasRepeats, positionName, undatedAt, dates }: Judgement,
): Promise<JudgedRows> {
  const mapped = rows.map((row) => ({ position: row.position, row: mapRow(row, dates, now) }));
  const keys = mapped.flatMap(({ row }) => keyOf(row) ?? []);
  const lastPositions = hasRepeats ? await findLastPositions(db, keys) : new Map<string, number>();
  const agentOf = await agents.find(
    mapped.map(({ row }) => (row.kind === 'listing' ? row.agentEmail : null)),
  );
  const hidden = mapped.flatMap(({ row }) =>
    row.kind === 'listing' && row.listing.source.isDisplayed === false
      ? [row.listing.listingKey]
      : [],
  );
  const known = await findKnownKeys(db, hidden);
  const judged: JudgedRows = { writable: [], refused: [], undated: [] };
  for (const { position, row } of mapped) {
    const refuse = (key: string | null, refusals: Refusal[]) =>
      judged.refused.push({ position, key, refusals });
    if (row.kind === 'refused') {
      refuse(row.listingKey, row.refusals);
      continue;
    }
    const key = row.kind === 'delete' ? row.listingKey : row.listing.listingKey;
    const lastPosition = lastPositions.get(key) ?? position;
    if (lastPosition !== position) {
      refuse(key, [{ reason: 'repeated', detail: `${positionName} ${lastPosition}` }]);
      continue;
    }
    if (row.kind === 'delete') {
      judged.writable.push({ position, key, kind: 'delete' });
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

function mapRow(row: SourceRow, dates: SpreadsheetDates, now: Date): MappedRow {
  if ('record' in row) return mapResoRecord(dates.read(row.record), now);
  return {
    kind: 'refused',
    listingKey: null,
    refusals: [{ reason: 'broken', detail: row.fault }],
  };
}

function describeAgent(email: string | null): string {
  return email === null
    ? 'ListAgentEmail is empty, and no other agent was given'
    : `ListAgentEmail "${email}" is no agent here, and no other agent was given`;
}
