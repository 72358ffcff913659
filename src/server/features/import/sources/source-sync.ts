/** Syncs a data source (docs/product/data-sources.md, Syncs). */

import { type Database, inTransaction } from '../../../database/database.ts';
import type { JobContext } from '../../../jobs/job-handler.ts';
import { requireFreeDisk } from '../../../storage/free-disk.ts';
import { describeRejections } from '../import-report.ts';
import { SOURCE_KEY_PREFIX } from '../listing-key-repository.ts';
import { classifyRows, type RejectedRow } from '../classify-rows.ts';
import { createStoredReport } from '../stored-report.ts';
import { createSpreadsheetDates } from '../reso/spreadsheet-dates.ts';
import { RESO_FIELDS } from '../reso/reso-mapping.ts';
import type { ResoRecord } from '../reso/reso-record.ts';
import { readText, readTime } from '../reso/reso-values.ts';
import { type BatchOutcome, type WritableRow, writeBatch } from '../write-batch.ts';
import { agentIdentifierOf, createSourceAgentFinder } from './source-agents.ts';
import {
  readBatches,
  readPages,
  type SourceClient,
  SourceError,
  type SourcePage,
} from './source-client.ts';
import { arrangeMedia, pickMediaFields, readSourceMedia } from './source-media.ts';
import { saveMedia } from './source-media-repository.ts';
import { readMetadata, type SourceMetadata } from './source-metadata.ts';
import {
  addToRunCounts,
  findDefaultAgent,
  insertRunRows,
  type DataSourceRow,
  storePosition,
} from './source-repository.ts';
import { storeTotal } from './source-total.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows can be committed this long after their timestamps, so positions stay this far behind the server's time. */
const MAX_COMMIT_DELAY_MS = 60_000;
/** The number of rows whose pictures are requested together. */
const MEDIA_BATCH_SIZE = 20;
/** The maximum number of pictures for these rows. More would indicate a server error and could exhaust memory. */
const MAX_MEDIA_PER_BATCH = 10_000;
/** Fields used only by syncs. */
const SYNC_FIELDS = ['ModificationTimestamp', 'MlgCanView', 'ListAgentStateLicense'];

/** Returns the prefix for a source's listing keys, which makes them unique across sources. */
export const keyPrefixOf = (sourceId: string) => `${SOURCE_KEY_PREFIX}${sourceId}:`;

/** Returns the Property fields to read from a server. */
export const readableFields = ({ fields }: SourceMetadata): string[] =>
  [...RESO_FIELDS, ...SYNC_FIELDS].filter((field) => fields.has(field));

/** Reads a server's metadata. @throws SourceError for a server without a Property resource */
export async function fetchMetadata(client: SourceClient): Promise<SourceMetadata> {
  const metadata = readMetadata(await client.readMetadata());
  if (metadata === undefined) throw new SourceError('The server did not respond with OData.');
  if (metadata.fields.size === 0) throw new SourceError('The server has no Property resource.');
  return metadata;
}

/** Builds the query for rows changed since a position (all rows if null), ordered by their last change. */
export function buildPropertyQuery(
  { filter, media_policy: mediaPolicy }: Pick<DataSourceRow, 'filter' | 'media_policy'>,
  metadata: SourceMetadata,
  position: string | null,
): URLSearchParams {
  const conditions = [
    ...(position === null ? [] : [`ModificationTimestamp ge ${position}`]),
    ...(filter === null ? [] : [position === null ? filter : `(${filter})`]),
  ];
  const shouldExpandMedia = metadata.canExpandMedia && mediaPolicy === 'download';
  return new URLSearchParams({
    $select: readableFields(metadata).join(','),
    $orderby: 'ModificationTimestamp,ListingKey',
    ...(conditions.length === 0 ? {} : { $filter: conditions.join(' and ') }),
    ...(shouldExpandMedia ? { $expand: 'Media' } : {}),
  });
}

/** Converts a row for the import: sets its key, agent, and deletion mark, and omits its pictures. */
export function toImportRecord(source: DataSourceRow, row: ResoRecord): ResoRecord {
  const { Media: _media, MediaURL: _url, ...record } = row;
  const key = readText(row['ListingKey']);
  return {
    ...record,
    ListingKey: key === null ? null : `${keyPrefixOf(source.id)}${key}`,
    ListAgentEmail: agentIdentifierOf(row, source.agent_by),
    ...(row['MlgCanView'] === false ? { StandardStatus: 'Delete' } : {}),
  };
}

/**
 * Reads and writes all changes since the last sync, in batches.
 *
 * @returns false if the run was canceled, checked after each batch
 * @throws SourceError, or RunCanceledError if the run ended while a batch was written
 */
export async function syncChanges(
  source: DataSourceRow,
  options: {
    runId: string;
    client: SourceClient;
    metadata: SourceMetadata;
    context: JobContext;
    now: () => Date;
    onBatch: () => Promise<void>;
  },
): Promise<boolean> {
  const { runId, client, metadata, context, onBatch } = options;
  const { db } = context;
  const agent = await findDefaultAgent(db, source.default_agent_id);
  if (agent === undefined)
    throw new SourceError('The default agent no longer has the agent role. Choose another agent.');
  const agents = createSourceAgentFinder(db, source.agent_by, agent);
  const store = createStoredReport(async (rows) => insertRunRows(db, runId, rows));
  if (source.position === null) await storeTotal(db, client, { source, runId });
  const query = buildPropertyQuery(source, metadata, source.position);
  const hasMedia = query.has('$expand');
  let rowCount = 0;
  let lastTime = -Infinity;
  for await (const page of readBatches(client, `Property?${query.toString()}`, { hasMedia })) {
    const startedAt = performance.now();
    context.shutdownSignal.throwIfAborted();
    for (const row of page.rows) {
      const time = readTime(row['ModificationTimestamp'])?.getTime() ?? NaN;
      if (!(time >= lastTime))
        throw new SourceError('The server does not order rows by ModificationTimestamp.');
      lastTime = time;
    }
    if (source.media_policy === 'download' && !metadata.canExpandMedia)
      await addMedia(client, page.rows, metadata);
    const batch = { page, agents, store, previousRowCount: rowCount };
    const counts = await writePage(source, { ...options, ...batch });
    rowCount += page.rows.length;
    const isRunning = await addToRunCounts(db, runId, counts);
    await onBatch();
    if (!isRunning) return false;
    await context.throttle?.(performance.now() - startedAt, context.shutdownSignal);
  }
  return true;
}

type WritePageOptions = Parameters<typeof syncChanges>[1] & {
  page: SourcePage;
  agents: ReturnType<typeof createSourceAgentFinder>;
  store: ReturnType<typeof createStoredReport>;
  /** The number of rows before this batch. */
  previousRowCount: number;
};

async function writePage(source: DataSourceRow, options: WritePageOptions) {
  const { runId, page, agents, context, now, previousRowCount } = options;
  const { db, images } = context;
  const run = { sourceId: source.id, runId };
  // A row that changed during the sync can occur more than once; the last occurrence is used.
  const rows = page.rows.map((row, index) => ({
    row,
    position: previousRowCount + index + 1,
    record: toImportRecord(source, row),
  }));
  const byKey = new Map(rows.map((entry) => [entry.record['ListingKey'], entry]));
  const keyedRows = rows.filter(
    (entry) =>
      entry.record['ListingKey'] !== null && byKey.get(entry.record['ListingKey']) === entry,
  );
  const rowsWithoutKey = rows
    .filter(({ record }) => record['ListingKey'] === null)
    .map(({ position }): RejectedRow => ({
      position,
      key: null,
      rejections: [{ reason: 'key', detail: 'ListingKey is empty' }],
    }));
  const classified = await classifyRows(db, keyedRows, {
    now: now(),
    agents,
    onlyAgentId: null,
    hasRepeatedKeys: false,
    positionName: 'row',
    assumedDate: new Date(now().getTime() - 30 * DAY_MS),
    dates: createSpreadsheetDates(),
  });
  const writable = classified.writable.map((row): WritableRow => {
    if (row.kind !== 'listing') return row;
    const entry = byKey.get(row.key);
    const isKnownAgent = agents.isKnown((entry?.record['ListAgentEmail'] as string | null) ?? null);
    const recordAgent = row.listing.source.recordAgent ?? {
      agentName: null,
      officeName: null,
      agentPhone: null,
    };
    const attribution = isKnownAgent
      ? null
      : {
          ...recordAgent,
          source: source.name,
          disclaimer: source.disclaimer,
          updatedAt: readTime(entry?.row['ModificationTimestamp'])?.toISOString() ?? null,
        };
    return { ...row, media: null, listing: { ...row.listing, attribution } };
  });
  const positionOf = (row: ResoRecord | undefined) =>
    toSyncPosition(readTime(row?.['ModificationTimestamp']), page.date);
  const outcome = await writeBatch(
    {
      db,
      images,
      requireFreeDisk: () => requireFreeDisk(context.importFolder, context.freeDiskBytes),
      folder: null,
      now,
      isDryRun: false,
      actor: undefined,
      maxSampleSize: 0,
      source: {
        id: source.id,
        afterWrite: async (transaction, writtenRows, ids) => {
          if (source.media_policy === 'download')
            await saveMediaOf(transaction, writtenRows, { ids, byKey, now: context.now });
          const position = positionOf(byKey.get(writtenRows.at(-1)?.key)?.row);
          if (position !== null) await storePosition(transaction, run, position);
        },
      },
    },
    writable,
  );
  const rejected = [...rowsWithoutKey, ...classified.rejected, ...failedRows(outcome)];
  await storeReport(options, { source, rejected, writable, outcome });
  const position = positionOf(page.rows.at(-1));
  if (position !== null)
    await inTransaction(db, null, (transaction) => storePosition(transaction, run, position));
  const count = (kind: string) =>
    [...outcome.outcomes.values()].filter((result) => result.kind === kind).length;
  return {
    rows_read: page.rows.length,
    added: count('imported'),
    updated: count('updated'),
    removed: count('deleted'),
    // Includes earlier versions of rows that occur more than once.
    unchanged: count('unchanged') + rows.length - keyedRows.length - rowsWithoutKey.length,
    refused: rejected.length,
  };
}

/** Returns the timestamp that the next sync starts from. */
function toSyncPosition(time: Date | null, serverTime: Date | null): string | null {
  if (time === null) return null;
  const latestMs = serverTime === null ? Infinity : serverTime.getTime() - MAX_COMMIT_DELAY_MS;
  return new Date(Math.min(time.getTime(), latestMs)).toISOString();
}

const failedRows = ({ outcomes }: BatchOutcome): RejectedRow[] =>
  [...outcomes].flatMap(([{ position, key }, outcome]) =>
    outcome.kind === 'failed' ? [{ position, key, rejections: [outcome.rejection] }] : [],
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
    listings.flatMap(({ propertyId, media }) =>
      media.map((picture) => ({ ...picture, propertyId })),
    ),
    now,
  );
  for (const propertyId of changed) await arrangeMedia(transaction, propertyId, { added: [], now });
}

/** Adds pictures to rows, for servers that cannot expand Media. */
async function addMedia(
  client: SourceClient,
  rows: readonly ResoRecord[],
  { resources }: SourceMetadata,
): Promise<void> {
  if (!resources.includes('Media')) return;
  for (let start = 0; start < rows.length; start += MEDIA_BATCH_SIZE) {
    const batch = rows.slice(start, start + MEDIA_BATCH_SIZE);
    const quotedKeys = batch.map((row) => `'${String(row['ListingKey']).replaceAll("'", "''")}'`);
    const $filter = quotedKeys.map((key) => `ResourceRecordKey eq ${key}`).join(' or ');
    const pictures = new Map(batch.map((row) => [String(row['ListingKey']), [] as ResoRecord[]]));
    let pictureCount = 0;
    const firstUrl = `Media?${new URLSearchParams({ $filter }).toString()}`;
    for await (const page of readPages(client, firstUrl)) {
      pictureCount += page.rows.length;
      if (pictureCount > MAX_MEDIA_PER_BATCH)
        throw new SourceError('The server sent too many pictures.');
      for (const picture of page.rows)
        pictures.get(String(picture['ResourceRecordKey']))?.push(pickMediaFields(picture));
    }
    for (const row of batch)
      (row as Record<string, unknown>)['Media'] = pictures.get(String(row['ListingKey']));
  }
}

/** Stores rejected rows and notes. */
async function storeReport(
  { store }: WritePageOptions,
  {
    source,
    rejected,
    writable,
    outcome,
  }: {
    source: DataSourceRow;
    rejected: readonly RejectedRow[];
    writable: readonly WritableRow[];
    outcome: BatchOutcome;
  },
): Promise<void> {
  const withoutPrefix = (key: string | null) => key?.slice(keyPrefixOf(source.id).length) ?? null;
  const notes = writable.flatMap((row) =>
    row.kind === 'listing' &&
    row.listing.facts.rejected.length > 0 &&
    // Notes on unchanged listings were reported by an earlier run.
    ['imported', 'updated'].includes(outcome.outcomes.get(row)?.kind ?? '')
      ? [
          {
            position: row.position,
            key: withoutPrefix(row.key),
            reason: null,
            notes: row.listing.facts.rejected.map((text) => `A value was not imported: ${text}`),
          },
        ]
      : [],
  );
  const rejectedRows = rejected.map(({ position, key, rejections }) => ({
    position,
    key: withoutPrefix(key),
    reason: describeRejections(rejections),
    notes: [],
  }));
  await store([...rejectedRows, ...notes].toSorted((a, b) => a.position - b.position));
}
