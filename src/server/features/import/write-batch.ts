/** Writes a batch of mapped rows: one transaction for the listings, then their pictures. */

import pg from 'pg';
import { type Database, inTransaction } from '../../database/database.ts';
import { StartError } from '../../errors/start-error.ts';
import { removeUnusedImages } from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { handOverInquiries } from '../inquiries/open-inquiry-service.ts';
import { readPolicies } from '../policies/policies-service.ts';
import { readEachProperty } from '../properties/property-serializer.ts';
import { recordAvailability } from '../reports/report-service.ts';
import { announceReview } from '../reviews/review-service.ts';
import { refreshTimeZones } from '../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes } from '../tours/tour-change-service.ts';
import { importPictures } from './pictures/import-pictures.ts';
import {
  type AgentListing,
  announceAsImport,
  deleteListings,
  hideListings,
  insertListings,
  isVerified,
  lockAgents,
  lockListings,
  updateListings,
} from './import-repository.ts';
import type { MappedRow, Refusal } from './reso/reso-mapping.ts';

/** A row to write; a listing has its agent. */
export type WritableRow =
  | { position: number; key: string; kind: 'delete' | 'hide' }
  | {
      position: number;
      key: string;
      kind: 'listing';
      listing: AgentListing;
      media: Extract<MappedRow, { kind: 'listing' }>['media'];
    };

/** The outcome of a row. */
export type RowOutcome =
  | { kind: 'imported' | 'updated' | 'unchanged' | 'deleted' }
  | { kind: 'failed'; refusal: Refusal };

export type BatchOutcome = {
  outcomes: Map<WritableRow, RowOutcome>;
  picturesAdded: number;
  picturesRemoved: number;
  pictureProblems: { row: WritableRow; text: string }[];
  /** The first accepted listings, in the form of responses; at most `maxSample`. */
  sample: unknown[];
};

/** The importing account as of the start; agents can only change their own listings. */
export type ImportActor = {
  id: string;
  role: 'agent' | 'admin';
  /** For the audit log. */
  name: string;
  place: string;
};

export type BatchContext = {
  db: Database;
  images: ImageStore;
  folder: string;
  /** Called for each batch: listings can change while earlier batches are written. */
  now: () => Date;
  /** Whether all writes are rolled back. */
  isDryRun: boolean;
  /** Undefined for the command line, which has all permissions. */
  actor: ImportActor | undefined;
  maxSample: number;
  /** The data source of the rows; absent for a file. */
  source?: SyncedSource | undefined;
};

/** The data source of a batch. */
export type SyncedSource = {
  id: string;
  /** Runs in the transaction that writes rows, with their listings' identifiers by key. */
  alongside: (
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
  const { outcomes, ids, sample } = await writeRows(context, rows);
  const result: BatchOutcome = {
    outcomes,
    picturesAdded: 0,
    picturesRemoved: 0,
    pictureProblems: [],
    sample: sample.slice(0, context.maxSample),
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

/** Like `inTransaction`, but always rolls back. */
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

type Written = {
  outcomes: Map<WritableRow, RowOutcome>;
  ids: Map<string, string>;
  sample: unknown[];
};

/**
 * Serialization failure, deadlock, and statement timeout, which are less likely with fewer rows.
 */
const RETRY_WITH_FEWER_ROWS = new Set(['40001', '40P01', '57014']);

/** Writes rows; halves a rejected batch until the rejected row is found. */
async function writeRows(context: BatchContext, rows: readonly WritableRow[]): Promise<Written> {
  try {
    return await writeTogether(context, rows);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const code = error.code ?? '';
    // Classes 22 and 23: the fault is a value or a constraint, not the statement or the connection.
    const isRowAtFault = /^2[23]/.test(code);
    if (!isRowAtFault && !(RETRY_WITH_FEWER_ROWS.has(code) && rows.length > 1)) throw error;
    const [only] = rows;
    if (only && rows.length === 1) {
      const refusal = { reason: 'database', detail: error.constraint ?? error.message } as const;
      return {
        outcomes: new Map([[only, { kind: 'failed', refusal }]]),
        ids: new Map(),
        sample: [],
      };
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

async function writeTogether(
  context: BatchContext,
  rows: readonly WritableRow[],
): Promise<Written> {
  const { db, images, isDryRun, actor, source } = context;
  const sourceId = source?.id ?? null;
  const { agents, foreign, managed, deleted, existing, inserted, updated, sample } = await (
    isDryRun ? inRolledBackTransaction : inTransaction
  )(db, actor?.id ?? null, async (on) => {
    await announceAsImport(on);
    const keys = rows.map(({ key }) => key);
    const agentIds = rows.flatMap((row) => (row.kind === 'listing' ? [row.listing.agentId] : []));
    const accounts = new Set([...agentIds, ...(actor === undefined ? [] : [actor.id])]);
    const agents = await lockAgents(on, [...accounts], keys);
    if (actor !== undefined && agents.get(actor.id) !== actor.role) {
      throw new StartError('This account can no longer import listings.');
    }
    const isReviewed = actor?.role === 'agent' && (await needsReview(on, actor.id));
    const locked = await lockListings(on, keys);
    const foreign = new Set(
      actor?.role === 'agent'
        ? keys.filter((key) => (locked.get(key)?.agentId ?? actor.id) !== actor.id)
        : [],
    );
    // Listings of another source, or of any source if this is a file.
    const managed = new Set(
      [...locked].flatMap(([key, listing]) => (listing.sourceId === sourceId ? [] : [key])),
    );
    const existing = new Map([...locked].map(([key, { id }]) => [key, id]));
    // Read after locking, so that it is later than any other change.
    const now = context.now();
    const isExisting = ({ listingKey }: AgentListing) => existing.has(listingKey);
    const own = rows.filter(({ key }) => !foreign.has(key) && !managed.has(key));
    const listings = own.flatMap((row) =>
      row.kind === 'listing' && agents.has(row.listing.agentId) ? [row.listing] : [],
    );
    const keysOf = (wanted: WritableRow['kind']) =>
      own.flatMap(({ kind, key }) => (kind === wanted && existing.has(key) ? [key] : []));
    const keysToDelete = keysOf('delete');
    const idsOf = (some: readonly string[]) => some.flatMap((key) => existing.get(key) ?? []);
    await cancelToursOfHomes(on, idsOf(keysToDelete), 'all', now);
    const deleted = await deleteListings(on, keysToDelete);
    if (actor !== undefined) await recordDeleted(on, actor, deleted.listings, now);
    const updated = new Set([
      ...(await updateListings(on, listings.filter(isExisting), now)),
      ...(await hideListings(on, keysOf('hide'), now)),
    ]);
    const changed = idsOf([...updated]);
    await recordAvailability(
      on,
      listings.flatMap(({ listingKey, isAvailable }) =>
        idsOf([listingKey]).map((id) => ({ id, isAvailable })),
      ),
    );
    await cancelToursOfHomes(on, changed, 'unavailable', now);
    await cancelToursOfHomes(on, changed, 'of former agents', now);
    await handOverInquiries(on, changed, now);
    await refreshTimeZones(on, changed, now);
    const inserted = await insertListings(
      on,
      listings.filter((listing) => !isExisting(listing)),
      now,
      { isReviewed, sourceId },
    );
    if (isReviewed && !isDryRun) {
      for (const { listingKey, title } of listings)
        if (inserted.has(listingKey)) await announceReview(on, { title, now });
    }
    const ids = new Map([...existing, ...inserted]);
    const shown = listings
      .slice(0, context.maxSample)
      .flatMap((one) => ids.get(one.listingKey) ?? []);
    const sample = await readSample(on, shown, now);
    await source?.alongside(on, rows, ids);
    return { agents, foreign, managed, existing, deleted, updated, inserted, sample };
  });
  if (!isDryRun) await removeUnusedImages(db, images, deleted.imageKeys).catch(() => undefined);

  const outcomeOf = (row: WritableRow): RowOutcome => {
    const { kind, key } = row;
    if (managed.has(key)) return { kind: 'failed', refusal: { reason: 'managed', detail: '' } };
    if (foreign.has(key)) return { kind: 'failed', refusal: { reason: 'foreign', detail: '' } };
    if (kind === 'listing' && !agents.has(row.listing.agentId)) {
      const detail = 'The account of its agent was deleted during the import';
      return { kind: 'failed', refusal: { reason: 'database', detail } };
    }
    if (kind === 'delete') return { kind: existing.has(key) ? 'deleted' : 'unchanged' };
    if (inserted.has(key)) return { kind: 'imported' };
    return { kind: updated.has(key) ? 'updated' : 'unchanged' };
  };
  return {
    outcomes: new Map(rows.map((row) => [row, outcomeOf(row)])),
    ids: new Map([...existing, ...inserted]),
    sample,
  };
}

/** Whether an admin must review an agent's new listings (docs/product/policies.md). */
async function needsReview(on: Database, agentId: string): Promise<boolean> {
  const { review } = await readPolicies(on);
  return review === 'all' || (review === 'unverified' && !(await isVerified(on, agentId)));
}

async function recordDeleted(
  on: Database,
  { id: _id, name, place }: ImportActor,
  listings: readonly { id: string; title: string }[],
  now: Date,
): Promise<void> {
  for (const { id, title } of listings) {
    await recordAudit(
      on,
      { _id, name, place },
      { action: 'listing.deleted', entity: { kind: 'listing', id, title }, now },
    );
  }
}

/** Reads listings in the form of responses, before a possible rollback. */
async function readSample(on: Database, ids: readonly string[], now: Date): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const listings = await readEachProperty(on, ids, 'managed', now);
  return ids.flatMap((id) => {
    const listing = listings.get(id);
    return listing === undefined ? [] : [JSON.parse(listing.text) as unknown];
  });
}
