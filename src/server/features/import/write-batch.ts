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
import { noteAvailability } from '../reports/report-service.ts';
import { announceReview } from '../reviews/review-service.ts';
import { refreshTimeZones } from '../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes } from '../tours/tour-change-service.ts';
import { importPictures } from './pictures/import-pictures.ts';
import {
  type AgentListing,
  announceAsImport,
  deleteListings,
  insertListings,
  isVerified,
  lockAgents,
  lockListings,
  updateListings,
} from './import-repository.ts';
import type { MappedRow, Refusal } from './reso/reso-mapping.ts';

/** A row that is to be written; a listing's agent is known by now. */
export type WritableRow =
  | { position: number; key: string; kind: 'delete' }
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
  /** The first listings that were taken, as responses have them; at most `sampleMost`. */
  sample: unknown[];
};

/** The account that imports, as of the beginning: an agent changes their own listings only. */
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
  /** Each batch has its own time: listings may change while earlier batches are written. */
  now: () => Date;
  /** Nothing stays of what is written. */
  isDryRun: boolean;
  /** Undefined for a command, which may do everything. */
  actor: ImportActor | undefined;
  sampleMost: number;
  /** The data source that the rows come from; absent for a file. */
  source?: SyncedSource | undefined;
};

/** A data source, as a batch of its rows concerns it. */
export type SyncedSource = {
  id: string;
  /** Runs in the transaction of some rows, with the identifiers of their listings by key. */
  alongside: (
    transaction: Database,
    rows: readonly WritableRow[],
    ids: ReadonlyMap<string, string>,
  ) => Promise<void>;
};

/** @param rows no key twice among them */
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
    sample: sample.slice(0, context.sampleMost),
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

/** Runs a change as `inTransaction` does, and takes all of it back. */
async function rehearse<T>(
  db: Database,
  actorId: string | null,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const takenBack = new Error('Taken back');
  try {
    await inTransaction(db, actorId, async (transaction) => {
      result = { value: await change(transaction) };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack || result === undefined) throw error;
  }
  if (result === undefined) throw takenBack;
  return result.value;
}

type Written = {
  outcomes: Map<WritableRow, RowOutcome>;
  ids: Map<string, string>;
  sample: unknown[];
};

/** Serialization failure, deadlock, and a statement that took too long: fewer rows lock less and take less time. */
const TOO_MUCH = new Set(['40001', '40P01', '57014']);

/** Halves a batch that the database does not take until the row is found that it does not take. */
async function writeRows(context: BatchContext, rows: readonly WritableRow[]): Promise<Written> {
  try {
    return await writeAtOnce(context, rows);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const code = error.code ?? '';
    // Classes 22 and 23: a value or a constraint is at fault, and not the statement or the connection.
    const isRowAtFault = /^2[23]/.test(code);
    if (!isRowAtFault && !(TOO_MUCH.has(code) && rows.length > 1)) throw error;
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

async function writeAtOnce(context: BatchContext, rows: readonly WritableRow[]): Promise<Written> {
  const { db, images, isDryRun, actor, source } = context;
  const sourceId = source?.id ?? null;
  const { agents, foreign, managed, deleted, existing, inserted, updated, sample } = await (
    isDryRun ? rehearse : inTransaction
  )(db, actor?.id ?? null, async (on) => {
    await announceAsImport(on);
    const keys = rows.map(({ key }) => key);
    const agentIds = rows.flatMap((row) => (row.kind === 'listing' ? [row.listing.agentId] : []));
    const accounts = new Set([...agentIds, ...(actor === undefined ? [] : [actor.id])]);
    const agents = await lockAgents(on, [...accounts], keys);
    if (actor !== undefined && agents.get(actor.id) !== actor.role) {
      throw new StartError('This account may no longer import listings.');
    }
    const isReviewed = actor?.role === 'agent' && (await needsReview(on, actor.id));
    const locked = await lockListings(on, keys);
    const foreign = new Set(
      actor?.role === 'agent'
        ? keys.filter((key) => (locked.get(key)?.agentId ?? actor.id) !== actor.id)
        : [],
    );
    // It belongs to another source, or this import is none.
    const managed = new Set(
      [...locked].flatMap(([key, listing]) => (listing.sourceId === sourceId ? [] : [key])),
    );
    const existing = new Map([...locked].map(([key, { id }]) => [key, id]));
    // Later than whatever else changed them.
    const now = context.now();
    const isThere = ({ listingKey }: AgentListing) => existing.has(listingKey);
    const own = rows.filter(({ key }) => !foreign.has(key) && !managed.has(key));
    const listings = own.flatMap((row) =>
      row.kind === 'listing' && agents.has(row.listing.agentId) ? [row.listing] : [],
    );
    const gone = own.flatMap(({ kind, key }) =>
      kind === 'delete' && existing.has(key) ? [key] : [],
    );
    const idsOf = (some: readonly string[]) => some.flatMap((key) => existing.get(key) ?? []);
    await cancelToursOfHomes(on, idsOf(gone), 'all', now);
    const deleted = await deleteListings(on, gone);
    if (actor !== undefined) await recordDeleted(on, actor, deleted.listings, now);
    const updated = await updateListings(on, listings.filter(isThere), now);
    const changed = idsOf([...updated]);
    await noteAvailability(
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
      listings.filter((listing) => !isThere(listing)),
      now,
      { isReviewed, sourceId },
    );
    if (isReviewed && !isDryRun) {
      for (const { listingKey, title } of listings)
        if (inserted.has(listingKey)) await announceReview(on, { title, now });
    }
    const ids = new Map([...existing, ...inserted]);
    const shown = listings
      .slice(0, context.sampleMost)
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

/** Whether new listings of an agent wait for an admin (docs/product/policies.md). */
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

/** Listings as responses have them, before a rehearsal is taken back. */
async function readSample(on: Database, ids: readonly string[], now: Date): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const listings = await readEachProperty(on, ids, 'managed', now);
  return ids.flatMap((id) => {
    const listing = listings.get(id);
    return listing === undefined ? [] : [JSON.parse(listing.text) as unknown];
  });
}
