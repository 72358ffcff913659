/** Writes a batch of mapped rows: one transaction for the listings, then their pictures. */

import pg from 'pg';
import { type Database, inTransaction } from '../../database/database.ts';
import { removeUnusedImages } from '../../storage/image-service.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { handOverInquiries } from '../inquiries/open-inquiry-service.ts';
import { noteAvailability } from '../reports/report-service.ts';
import { refreshTimeZones } from '../tours/open-houses/open-house-service.ts';
import { cancelToursOfHomes } from '../tours/tour-change-service.ts';
import { importPictures } from './pictures/import-pictures.ts';
import {
  type AgentListing,
  announceAsImport,
  deleteListings,
  insertListings,
  lockAgents,
  lockListings,
  updateListings,
} from './import-repository.ts';
import type { MappedRow } from './reso/reso-mapping.ts';

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
  | { kind: 'failed'; reason: string };

export type BatchOutcome = {
  outcomes: Map<WritableRow, RowOutcome>;
  picturesAdded: number;
  picturesRemoved: number;
  pictureProblems: { row: WritableRow; text: string }[];
};

export type BatchContext = {
  db: Database;
  images: ImageStore;
  folder: string;
  /** Each batch has its own time: listings may change while earlier batches are written. */
  now: () => Date;
  /** Nothing stays of what is written. */
  isDryRun: boolean;
};

/** @param rows no key twice among them */
export async function writeBatch(
  context: BatchContext,
  rows: readonly WritableRow[],
): Promise<BatchOutcome> {
  const { outcomes, ids } = await writeRows(context, rows);
  const result: BatchOutcome = {
    outcomes,
    picturesAdded: 0,
    picturesRemoved: 0,
    pictureProblems: [],
  };
  for (const row of rows) {
    const propertyId = ids.get(row.key);
    if (row.kind !== 'listing' || row.media === null || propertyId === undefined) continue;
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
  actorId: null,
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

type Written = { outcomes: Map<WritableRow, RowOutcome>; ids: Map<string, string> };

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
      const reason = error.constraint ?? error.message;
      return { outcomes: new Map([[only, { kind: 'failed', reason }]]), ids: new Map() };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await writeRows(context, rows.slice(0, middle));
    const second = await writeRows(context, rows.slice(middle));
    return {
      outcomes: new Map([...first.outcomes, ...second.outcomes]),
      ids: new Map([...first.ids, ...second.ids]),
    };
  }
}

async function writeAtOnce(context: BatchContext, rows: readonly WritableRow[]): Promise<Written> {
  const { db, images, isDryRun } = context;
  const deletes = rows.filter((row) => row.kind === 'delete');
  const all = rows.flatMap((row) => (row.kind === 'listing' ? [row.listing] : []));
  const { agents, deleted, existing, inserted, updated } = await (
    isDryRun ? rehearse : inTransaction
  )(db, null, async (on) => {
    await announceAsImport(on);
    const keys = rows.map(({ key }) => key);
    const agents = await lockAgents(on, [...new Set(all.map(({ agentId }) => agentId))], keys);
    const existing = await lockListings(on, keys);
    // Later than whatever else changed them.
    const now = context.now();
    const isThere = ({ listingKey }: AgentListing) => existing.has(listingKey);
    const listings = all.filter(({ agentId }) => agents.has(agentId));
    const gone = deletes.map(({ key }) => key).filter((key) => existing.has(key));
    const idsOf = (some: readonly string[]) => some.flatMap((key) => existing.get(key) ?? []);
    await cancelToursOfHomes(on, idsOf(gone), 'all', now);
    const deleted = await deleteListings(on, gone);
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
    return {
      agents,
      existing,
      deleted,
      updated,
      inserted: await insertListings(
        on,
        listings.filter((listing) => !isThere(listing)),
        now,
      ),
    };
  });
  if (!isDryRun) await removeUnusedImages(db, images, deleted.imageKeys).catch(() => undefined);

  const outcomeOf = (row: WritableRow): RowOutcome => {
    const { kind, key } = row;
    if (kind === 'listing' && !agents.has(row.listing.agentId)) {
      return { kind: 'failed', reason: 'The account of its agent was deleted during the import' };
    }
    if (kind === 'delete') return { kind: existing.has(key) ? 'deleted' : 'unchanged' };
    if (inserted.has(key)) return { kind: 'imported' };
    return { kind: updated.has(key) ? 'updated' : 'unchanged' };
  };
  return {
    outcomes: new Map(rows.map((row) => [row, outcomeOf(row)])),
    ids: new Map([...existing, ...inserted]),
  };
}
