/** Writes a batch of mapped rows: listings (in several transactions if one fails), then search words and pictures. */

import pg from 'pg';
import {
  type Database,
  inTransaction,
  QUERY_CANCELED,
  RETRYABLE,
} from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { removeUnusedImages } from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { recordListingsAudit } from '../audit/audit-service.ts';
import { moveInquiriesWithHomes } from '../inquiries/open-inquiry-service.ts';
import { readEachProperty } from '../properties/property-serializer.ts';
import { needsReview } from '../policies/policies-service.ts';
import { recordAvailability } from '../reports/report-service.ts';
import { announceImportedReviews } from '../reviews/review-service.ts';
import { refreshTimeZones } from '../tours/open-houses/open-house-service.ts';
import { cancelToursOfFormerAgents, cancelToursOfHomes } from '../tours/tour-change-service.ts';
import { importPictures } from './pictures/import-pictures.ts';
import {
  type AgentListing,
  announceAsImport,
  deleteListings,
  hideListings,
  insertListings,
  lockAgents,
  lockListings,
  updateListings,
} from './import-repository.ts';
import { SOURCE_KEY_PREFIX } from './listing-key-repository.ts';
import type { MappedRow, Rejection } from './reso/reso-mapping.ts';
import { addSearchWords } from './search-words-repository.ts';

/** A row to write. */
export type WritableRow =
  | { position: number; key: string; kind: 'delete' | 'hide' }
  | {
      position: number;
      key: string;
      kind: 'listing';
      listing: AgentListing;
      media: Extract<MappedRow, { kind: 'listing' }>['media'];
    };

/** The outcome of writing a row. */
export type RowOutcome =
  | { kind: 'imported' | 'updated' | 'unchanged' | 'deleted' }
  | { kind: 'failed'; rejection: Rejection };

export type BatchOutcome = {
  outcomes: Map<WritableRow, RowOutcome>;
  picturesAdded: number;
  picturesRemoved: number;
  pictureProblems: { row: WritableRow; text: string }[];
  /** The first accepted listings as serialized for responses, at most `maxSampleSize`. */
  sample: unknown[];
};

/** The importing account, as it was when the import started. Agents can change only their own listings. */
export type ImportActor = {
  id: string;
  role: 'agent' | 'admin';
  /** For the audit log. */
  name: string;
  ipAddress: string;
};

export type BatchContext = {
  db: Database;
  images: ImageStore;
  /** The folder of the pictures; null if there are none. */
  folder: string | null;
  /** Called before each batch, including those of a dry run. @throws StartError if the disk is almost full */
  requireFreeDisk: () => Promise<void>;
  /** Called for each batch because listings can change while earlier batches are written. */
  now: () => Date;
  /** Whether all writes are rolled back. */
  isDryRun: boolean;
  /** Undefined for the command line and data sources, which can change every agent's listings. */
  actor: ImportActor | undefined;
  maxSampleSize: number;
  /** Counts the import's notifications about listings in review; absent for a data source. */
  reviews?: { notificationCount: number };
  /** The data source of the rows; absent for a file. */
  source?: SyncedSource | undefined;
};

/** The data source of a batch. */
export type SyncedSource = {
  id: string;
  /** Called in the transaction that writes the rows. `ids` are the listings' IDs by key. */
  afterWrite: (
    transaction: Database,
    rows: readonly WritableRow[],
    ids: ReadonlyMap<string, string>,
  ) => Promise<void>;
};

/** @param rows rows with unique keys */
export async function writeBatch(
  context: BatchContext,
  rows: readonly WritableRow[],
): Promise<BatchOutcome> {
  await context.requireFreeDisk();
  const { outcomes, ids, sample } = await writeRows(context, rows);
  const changedIds = rows.flatMap((row) => {
    const kind = outcomes.get(row)?.kind;
    return kind === 'imported' || kind === 'updated' ? (ids.get(row.key) ?? []) : [];
  });
  if (!context.isDryRun) await addSearchWords(context.db, changedIds);
  const result: BatchOutcome = {
    outcomes,
    picturesAdded: 0,
    picturesRemoved: 0,
    pictureProblems: [],
    sample: sample.slice(0, context.maxSampleSize),
  };
  for (const row of rows) {
    const propertyId = ids.get(row.key);
    if (row.kind !== 'listing' || row.media === null || propertyId === undefined) continue;
    if (outcomes.get(row)?.kind === 'failed') continue;
    const { media } = row;
    const pictures = await importPictures({ ...context, propertyId, media });
    const { added, removed, isChanged, problems } = pictures;
    result.picturesAdded += added;
    result.picturesRemoved += removed;
    result.pictureProblems.push(...problems.map((text) => ({ row, text })));
    if (isChanged && outcomes.get(row)?.kind === 'unchanged')
      outcomes.set(row, { kind: 'updated' });
  }
  return result;
}

/** Works like `inTransaction`, but always rolls back. */
async function inRolledBackTransaction<T>(
  db: Database,
  actorId: string | null,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const rollback = new Error('Rolled back');
  try {
    await inTransaction(db, actorId, async (transaction) => {
      result = { value: await change(transaction) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback || result === undefined) throw error;
  }
  if (result === undefined) throw rollback;
  return result.value;
}

type WrittenRows = {
  outcomes: Map<WritableRow, RowOutcome>;
  ids: Map<string, string>;
  sample: unknown[];
};

/** Writes rows. Splits a failed batch in half until the invalid row is found or the error no longer occurs. */
async function writeRows(
  context: BatchContext,
  rows: readonly WritableRow[],
): Promise<WrittenRows> {
  try {
    return await writeInOneTransaction(context, rows);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const code = error.code ?? '';
    // Classes 22 and 23: an invalid value or a violated constraint.
    const isRowInvalid = /^2[23]/.test(code);
    // Fewer rows make these errors less likely.
    const canSplit = rows.length > 1 && (RETRYABLE.has(code) || code === QUERY_CANCELED);
    if (!isRowInvalid && !canSplit) throw error;
    const [row] = rows;
    if (row && rows.length === 1) {
      const outcome = failed('database', error.constraint ?? error.message);
      return { outcomes: new Map([[row, outcome]]), ids: new Map(), sample: [] };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await writeRows(context, rows.slice(0, middle));
    const second = await writeRows(context, rows.slice(middle));
    return {
      outcomes: new Map([...first.outcomes, ...second.outcomes]),
      ids: new Map([...first.ids, ...second.ids]),
      sample: [...first.sample, ...second.sample],
    };
  }
}

async function writeInOneTransaction(
  context: BatchContext,
  rows: readonly WritableRow[],
): Promise<WrittenRows> {
  const { db, images, isDryRun, actor, source, reviews = { notificationCount: 0 } } = context;
  const sourceId = source?.id ?? null;
  const written = await (isDryRun ? inRolledBackTransaction : inTransaction)(
    db,
    actor?.id ?? null,
    async (transaction) => {
      await announceAsImport(transaction);
      const keys = rows.map(({ key }) => key);
      const agentIds = rows.flatMap((row) => (row.kind === 'listing' ? [row.listing.agentId] : []));
      const accounts = new Set([...agentIds, ...(actor === undefined ? [] : [actor.id])]);
      const importingAgentId = actor?.role === 'agent' ? actor.id : undefined;
      const lockedKeys = importingAgentId === undefined ? keys : [];
      const agents = await lockAgents(transaction, [...accounts], lockedKeys);
      if (actor !== undefined && agents.get(actor.id) !== actor.role) {
        throw new StartError('This account can no longer import listings.');
      }
      const isReviewed =
        importingAgentId !== undefined &&
        (await needsReview(
          transaction,
          { _id: importingAgentId, role: 'agent' },
          importingAgentId,
        ));
      const found = await lockListings(transaction, keys, { agentId: importingAgentId, sourceId });
      const otherAgentKeys = new Set(
        actor?.role === 'agent'
          ? keys.filter((key) => (found.get(key)?.agentId ?? actor.id) !== actor.id)
          : [],
      );
      // The keys that this import must not change: a source changes only its own listings, and a
      // file changes no listings of sources and no keys that start with SOURCE_KEY_PREFIX.
      const otherSourceKeys = new Set(
        keys.filter((key) => {
          const listing = found.get(key);
          if (sourceId === null && key.startsWith(SOURCE_KEY_PREFIX)) return true;
          return listing !== undefined && listing.sourceId !== sourceId;
        }),
      );
      const existing = new Map([...found].map(([key, { id }]) => [key, id]));
      // Read after locking so that it is later than any committed change.
      const now = context.now();
      const isExisting = ({ listingKey }: AgentListing) => existing.has(listingKey);
      const writableRows = rows.filter(
        ({ key }) => !otherAgentKeys.has(key) && !otherSourceKeys.has(key),
      );
      const listings = writableRows.flatMap((row) =>
        row.kind === 'listing' && agents.has(row.listing.agentId) ? [row.listing] : [],
      );
      const existingKeysOf = (kind: WritableRow['kind']) =>
        writableRows.flatMap((row) =>
          row.kind === kind && existing.has(row.key) ? [row.key] : [],
        );
      const keysToDelete = existingKeysOf('delete');
      const idsOf = (keys: readonly string[]) => keys.flatMap((key) => existing.get(key) ?? []);
      await cancelToursOfHomes(transaction, idsOf(keysToDelete), 'all', now);
      const deleted = await deleteListings(transaction, keysToDelete);
      if (actor !== undefined) {
        const { id: _id, name, ipAddress } = actor;
        await recordListingsAudit(
          transaction,
          { _id, name, ipAddress },
          { action: 'listing.deleted', listings: deleted.listings, now },
        );
      }
      const updated = new Set([
        ...(await updateListings(transaction, listings.filter(isExisting), now, actor)),
        ...(await hideListings(transaction, existingKeysOf('hide'), now)),
      ]);
      const changed = idsOf([...updated]);
      await recordAvailability(
        transaction,
        listings.flatMap(({ listingKey, isAvailable, history: { isOffMarket } }) =>
          idsOf([listingKey]).map((id) => ({ id, isAvailable, isOffMarket })),
        ),
      );
      await cancelToursOfHomes(transaction, changed, 'unavailable', now);
      const reassigned = listings.flatMap(({ listingKey, agentId }) => {
        const previous = updated.has(listingKey) ? found.get(listingKey) : undefined;
        return previous === undefined || previous.agentId === agentId ? [] : [previous];
      });
      await cancelToursOfFormerAgents(transaction, reassigned, now);
      await moveInquiriesWithHomes(transaction, reassigned, now);
      await refreshTimeZones(transaction, changed, now);
      const inserted = await insertListings(
        transaction,
        listings.filter((listing) => !isExisting(listing)),
        now,
        { needsReview: isReviewed, sourceId },
      );
      const inReview = listings.flatMap(({ listingKey, title }) => {
        const id = inserted.get(listingKey);
        return isReviewed && !isDryRun && id !== undefined ? [{ id, title }] : [];
      });
      const notificationCount = await announceImportedReviews(transaction, inReview, {
        ...reviews,
        now,
      });
      const ids = new Map([...existing, ...inserted]);
      const sampleIds = listings
        .slice(0, context.maxSampleSize)
        .flatMap(({ listingKey }) => ids.get(listingKey) ?? []);
      const sample = await readSample(transaction, sampleIds, now);
      await source?.afterWrite(transaction, rows, ids);
      return {
        agents,
        otherAgentKeys,
        otherSourceKeys,
        existing,
        deleted,
        updated,
        inserted,
        sample,
        notificationCount,
      };
    },
  );
  reviews.notificationCount = written.notificationCount;
  const { agents, otherAgentKeys, otherSourceKeys, deleted, existing, inserted, updated } = written;
  if (!isDryRun) await removeUnusedImages(db, images, deleted.imageKeys).catch(() => undefined);

  const outcomeOf = (row: WritableRow): RowOutcome => {
    const { kind, key } = row;
    if (otherSourceKeys.has(key)) return failed('managed', '');
    if (otherAgentKeys.has(key)) return failed('otherAgent', '');
    if (kind === 'listing' && !agents.has(row.listing.agentId))
      return failed('database', "Its agent's account was deleted during the import");
    if (kind === 'delete') return { kind: existing.has(key) ? 'deleted' : 'unchanged' };
    if (inserted.has(key)) return { kind: 'imported' };
    return { kind: updated.has(key) ? 'updated' : 'unchanged' };
  };
  return {
    outcomes: new Map(rows.map((row) => [row, outcomeOf(row)])),
    ids: new Map([...existing, ...inserted]),
    sample: written.sample,
  };
}

const failed = (reason: Rejection['reason'], detail: string): RowOutcome => {
  return { kind: 'failed', rejection: { reason, detail } };
};

/** Serializes listings for the response, before a dry run is rolled back. */
async function readSample(
  transaction: Database,
  ids: readonly string[],
  now: Date,
): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const listings = await readEachProperty(transaction, ids, 'managed', now);
  return ids.flatMap((id) => {
    const listing = listings.get(id);
    return listing === undefined ? [] : [JSON.parse(listing.text) as unknown];
  });
}
