/** Syncs a data source (docs/product/data-sources.md, Syncs). */

import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext } from '../../../jobs/job-handler.ts';
import { describeRefusals } from '../import-report.ts';
import { judgeRows, type RefusedRow } from '../judge-rows.ts';
import { createSpreadsheetDates } from '../reso/spreadsheet-dates.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText, readTime } from '../reso/reso-values.ts';
import { type BatchOutcome, type WritableRow, writeBatch } from '../write-batch.ts';
import { agentText, createSourceAgents } from './source-agents.ts';
import { readPages, type SourceClient, SourceError, type SourcePage } from './source-client.ts';
import { arrangeMedia, readSourceMedia } from './source-media.ts';
import { saveMedia } from './source-media-repository.ts';
import { readMetadata, type SourceMetadata } from './source-metadata.ts';
import {
  countInRun,
  findDefaultAgent,
  insertRunRows,
  type SourceRow,
  updateSource,
} from './source-repository.ts';
import { writeTotal } from './source-total.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Changes with earlier timestamps can appear this long, because of the server's own transactions.
 */
const SETTLING_MS = 60_000;
/** The number of rows whose pictures are requested together. */
const MEDIA_BATCH_SIZE = 20;
/** Fields used only by syncs. */
const SYNC_FIELDS = ['ModificationTimestamp', 'MlgCanView', 'ListAgentStateLicense'];

/** Returns the prefix for a source's listing keys, which makes them unique across sources. */
export const keyPrefix = (sourceId: string) => `source:${sourceId}:`;

/** Returns the fields to read from a server's Property. */
export const readableFields = ({ fields }: SourceMetadata): string[] =>
  [...RESO_FIELDS, ...SYNC_FIELDS].filter((field) => fields.has(field));

/** Reads a server's metadata. @throws SourceError for a server without Property */
export async function connect(client: SourceClient): Promise<SourceMetadata> {
  const metadata = readMetadata(await client.readMetadata());
  if (metadata === undefined) throw new SourceError('The server did not respond with OData.');
  if (metadata.fields.size === 0) throw new SourceError('The server has no Property.');
  return metadata;
}

/** Builds the query for rows in the order of their changes. */
export function propertyQuery(
  { filter, media_policy: mediaPolicy }: Pick<SourceRow, 'filter' | 'media_policy'>,
  metadata: SourceMetadata,
  position: string | null,
): URLSearchParams {
  const conditions = [
    ...(position === null ? [] : [`ModificationTimestamp ge ${position}`]),
    ...(filter === null ? [] : [position === null ? filter : `(${filter})`]),
  ];
  const isExpanded = metadata.expandsMedia && mediaPolicy === 'download';
  return new URLSearchParams({
    $select: readableFields(metadata).join(','),
    $orderby: 'ModificationTimestamp,ListingKey',
    ...(conditions.length === 0 ? {} : { $filter: conditions.join(' and ') }),
    ...(isExpanded ? { $expand: 'Media' } : {}),
  });
}

/**
 * Converts a row for the import: adds the source's prefix to its key, and sets the value for
 * finding its agent.
 */
export function toImportRecord(source: SourceRow, row: ResoRecord): ResoRecord {
  const { Media: _media, MediaURL: _url, ...record } = row;
  const key = readText(row['ListingKey']);
  return {
    ...record,
    ListingKey: key === null ? null : `${keyPrefix(source.id)}${key}`,
    ListAgentEmail: agentText(row, source.agent_by),
    ...(row['MlgCanView'] === false ? { StandardStatus: 'Delete' } : {}),
  };
}

/**
 * Reads and writes everything that changed since the last sync, page by page.
 *
 * @returns false if the run was canceled
 * @throws SourceError
 */
export async function walkChanges(
  source: SourceRow,
  options: {
    runId: string;
    client: SourceClient;
    metadata: SourceMetadata;
    context: JobContext;
    now: () => Date;
    onPage: () => Promise<void>;
  },
): Promise<boolean> {
  const { runId, client, metadata, context, onPage } = options;
  const { db } = context;
  const agent = await findDefaultAgent(db, source.default_agent_id);
  if (agent === undefined)
    throw new SourceError('The default agent is not an agent: choose another.');
  const agents = createSourceAgents(db, source.agent_by, agent);
  if (source.position === null) await writeTotal(db, client, { source, runId });
  const first = `Property?${propertyQuery(source, metadata, source.position).toString()}`;
  let read = 0;
  let last = -Infinity;
  for await (const page of readPages(client, first)) {
    const startedAt = performance.now();
    context.shutdownSignal.throwIfAborted();
    for (const row of page.rows) {
      const time = readTime(row['ModificationTimestamp'])?.getTime() ?? NaN;
      if (!(time >= last))
        throw new SourceError('The server does not order rows by ModificationTimestamp.');
      last = time;
    }
    if (source.media_policy === 'download' && !metadata.expandsMedia)
      await addMedia(client, page.rows, metadata);
    const counts = await writePage(source, { ...options, page, agents, read });
    read += page.rows.length;
    const isRunning = await countInRun(db, runId, counts);
    await onPage();
    if (!isRunning) return false;
    await context.throttle?.(performance.now() - startedAt, context.shutdownSignal);
  }
  return true;
}

type Page = Parameters<typeof walkChanges>[1] & {
  page: SourcePage;
  agents: ReturnType<typeof createSourceAgents>;
  /** The number of rows before this page. */
  read: number;
};

async function writePage(source: SourceRow, options: Page) {
  const { page, agents, context, now, read, runId } = options;
  const { db, images } = context;
  // If a row occurs more than once because it changed in the meantime, its last state is used.
  const rows = page.rows.map((row, index) => ({
    row,
    position: read + index + 1,
    record: toImportRecord(source, row),
  }));
  const byKey = new Map(rows.map((entry) => [entry.record['ListingKey'], entry]));
  const keyed = rows.filter(
    (entry) =>
      entry.record['ListingKey'] !== null && byKey.get(entry.record['ListingKey']) === entry,
  );
  const keyless = rows
    .filter(({ record }) => record['ListingKey'] === null)
    .map(({ position }): RefusedRow => ({
      position,
      key: null,
      refusals: [{ reason: 'key', detail: 'ListingKey is empty' }],
    }));
  const judged = await judgeRows(db, keyed, {
    now: now(),
    agents,
    onlyAgentId: null,
    hasRepeats: false,
    positionName: 'row',
    undatedAt: new Date(now().getTime() - 30 * DAY_MS),
    dates: createSpreadsheetDates(),
  });
  const writable = judged.writable.map((row): WritableRow => {
    if (row.kind !== 'listing') return row;
    const entry = byKey.get(row.key);
    const isOwn = agents.isOwn((entry?.record['ListAgentEmail'] as string | null) ?? null);
    const named = row.listing.source.named ?? {
      agentName: null,
      officeName: null,
      agentPhone: null,
    };
    const attribution = isOwn
      ? null
      : {
          ...named,
          source: source.name,
          disclaimer: source.disclaimer,
          updatedAt: readTime(entry?.row['ModificationTimestamp'])?.toISOString() ?? null,
        };
    return { ...row, media: null, listing: { ...row.listing, attribution } };
  });
  const positionOf = (row: ResoRecord | undefined) =>
    settled(readTime(row?.['ModificationTimestamp']), page.date);
  const outcome = await writeBatch(
    {
      db,
      images,
      folder: '',
      now,
      isDryRun: false,
      actor: undefined,
      maxSample: 0,
      source: {
        id: source.id,
        alongside: async (transaction, some, ids) => {
          if (source.media_policy === 'download')
            await saveMediaOf(transaction, some, { ids, byKey, now: context.now });
          const position = positionOf(byKey.get(some.at(-1)?.key)?.row);
          if (position !== null) await updateSource(transaction, source.id, { position });
        },
      },
    },
    writable,
  );
  const refused = [...keyless, ...judged.refused, ...failedOf(outcome)];
  await report(db, { source, runId, refused, writable, outcome });
  const position = positionOf(page.rows.at(-1));
  if (position !== null) await updateSource(db, source.id, { position });
  const count = (kind: string) =>
    [...outcome.outcomes.values()].filter((one) => one.kind === kind).length;
  return {
    rows_read: page.rows.length,
    added: count('imported'),
    updated: count('updated'),
    removed: count('deleted'),
    // Includes earlier states of the same rows.
    unchanged: count('unchanged') + rows.length - keyed.length - keyless.length,
    refused: refused.length,
  };
}

/** Returns the timestamp at which the next sync begins. */
function settled(time: Date | null, serverTime: Date | null): string | null {
  if (time === null) return null;
  const latestMs = serverTime === null ? Infinity : serverTime.getTime() - SETTLING_MS;
  return new Date(Math.min(time.getTime(), latestMs)).toISOString();
}

const failedOf = ({ outcomes }: BatchOutcome): RefusedRow[] =>
  [...outcomes].flatMap(([{ position, key }, outcome]) =>
    outcome.kind === 'failed' ? [{ position, key, refusals: [outcome.refusal] }] : [],
  );

async function saveMediaOf(
  transaction: Database,
  rows: readonly WritableRow[],
  {
    ids,
    byKey,
    now,
  }: {
    ids: ReadonlyMap<string, string>;
    byKey: ReadonlyMap<unknown, { row: ResoRecord }>;
    now: Date;
  },
): Promise<void> {
  const listings = rows.flatMap(({ kind, key }) => {
    const media = readSourceMedia(byKey.get(key)?.row['Media']);
    const propertyId = ids.get(key);
    if (kind !== 'listing' || media === undefined || propertyId === undefined) return [];
    return [{ propertyId, media }];
  });
  if (listings.length === 0) return;
  const changed = await saveMedia(
    transaction,
    listings.map(({ propertyId }) => propertyId),
    listings.flatMap(({ propertyId, media }) => media.map((one) => ({ ...one, propertyId }))),
    now,
  );
  for (const propertyId of changed) await arrangeMedia(transaction, propertyId, { added: [], now });
}

/** Reads the pictures of rows if the server cannot expand them. */
async function addMedia(
  client: SourceClient,
  rows: readonly ResoRecord[],
  { resources }: SourceMetadata,
): Promise<void> {
  if (!resources.includes('Media')) return;
  for (let at = 0; at < rows.length; at += MEDIA_BATCH_SIZE) {
    const some = rows.slice(at, at + MEDIA_BATCH_SIZE);
    const quoted = some.map((row) => `'${String(row['ListingKey']).replaceAll("'", "''")}'`);
    const $filter = quoted.map((key) => `ResourceRecordKey eq ${key}`).join(' or ');
    const found: ResoRecord[] = [];
    const first = `Media?${new URLSearchParams({ $filter }).toString()}`;
    for await (const page of readPages(client, first)) found.push(...page.rows);
    for (const row of some)
      (row as Record<string, unknown>)['Media'] = found.filter(
        (media) => String(media['ResourceRecordKey']) === String(row['ListingKey']),
      );
  }
}

/** Stores refused rows and notes. */
async function report(
  db: Database,
  {
    source,
    runId,
    refused,
    writable,
    outcome,
  }: {
    source: SourceRow;
    runId: string;
    refused: readonly RefusedRow[];
    writable: readonly WritableRow[];
    outcome: BatchOutcome;
  },
): Promise<void> {
  const ownKey = (key: string | null) => key?.slice(keyPrefix(source.id).length) ?? null;
  const notes = writable.flatMap((row) =>
    row.kind === 'listing' &&
    row.listing.facts.rejected.length > 0 &&
    // Notes on unchanged listings were reported before.
    ['imported', 'updated'].includes(outcome.outcomes.get(row)?.kind ?? '')
      ? [
          {
            position: row.position,
            key: ownKey(row.key),
            reason: null,
            notes: row.listing.facts.rejected.map((text) => `A value was not imported: ${text}`),
          },
        ]
      : [],
  );
  const reasons = refused.map(({ position, key, refusals }) => ({
    position,
    key: ownKey(key),
    reason: describeRefusals(refusals),
    notes: [],
  }));
  await inTransaction(db, null, (transaction) =>
    insertRunRows(
      transaction,
      runId,
      [...reasons, ...notes].toSorted((a, b) => a.position - b.position),
    ),
  );
}
