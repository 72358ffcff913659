/** Manages imports started in the browser (docs/product/import.md, In the browser). */

import { MAX_UNFINISHED_IMPORTS } from '#shared/limits.ts';
import { type Actor, can } from '#shared/permissions.ts';
import { type Import, importFormSchema, type ImportRow } from '#shared/schemas/brokerage/import.ts';
import type { PageQuery } from '#shared/schemas/common.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import { type Database, isDatabaseDown } from '../../../database/database.ts';
import { AppError, forbidden, notFound, validationFailed } from '../../../errors/app-error.ts';
import type { Upload } from '../../../http/bodies/multipart.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import type { Once } from '../../../http/endpoints/idempotency.ts';
import { toSlice } from '../../../http/endpoints/paging.ts';
import { CSV_START, csvLine } from '../../../http/files/csv.ts';
import { parseOrThrow } from '../../../http/error-responses/parse.ts';
import type { Limiter } from '../../../http/limits/rate-limits.ts';
import { announceEvent } from '../../notifications/event-service.ts';
import { findAgents } from '../import-repository.ts';
import { removeImportFolder, storeImportFile, toFileName } from './import-files.ts';
import { addNextRun } from './import-run-jobs.ts';
import {
  countUnfinished,
  endRun,
  findReportedRows,
  findReportedRowsAfter,
  findRun,
  findRuns,
  insertRun,
  type ImportRunRow,
  type ReportedRow,
} from './import-run-repository.ts';

export type ImportRunService = ReturnType<typeof createImportRunService>;

/** The number of rows per query of the CSV export. */
const BATCH_SIZE = 200;

export function createImportRunService(options: {
  db: Database;
  /** The folder for files of unfinished imports. */
  importFolder: string;
  now: () => Date;
  /** Limits the imports per account. */
  perAccount: Limiter;
}) {
  const { db, importFolder, now, perAccount } = options;

  async function getRun(ownerId: string, id: string): Promise<ImportRunRow> {
    const run = await findRun(db, ownerId, id);
    if (run === undefined) throw notFound('Import not found.');
    return run;
  }

  /** @throws AppError FORBIDDEN if the actor is not an admin; VALIDATION_FAILED if no agent has the address */
  async function checkAgentEmail(actor: SignedIn, email: string | undefined): Promise<void> {
    if (email === undefined) return;
    if (actor.role !== 'admin') throw forbidden('Only admins can import for other agents.');
    const agents = await findAgents(db, [email.toLowerCase()]);
    if (agents.size === 0) {
      const message = 'No agent has this email address.';
      throw validationFailed([{ path: 'agentEmail', message }]);
    }
  }

  return {
    /**
     * Stores an import's file. The import starts after the account's earlier imports.
     *
     * @throws AppError VALIDATION_FAILED, FORBIDDEN, TOO_MANY_REQUESTS
     */
    async create(actor: SignedIn, upload: Upload, once: Once): Promise<{ _id: string }> {
      const { dryRun: isDryRun = false, agentEmail } = parseOrThrow(
        importFormSchema,
        upload.fields,
      );
      const [file] = upload.files;
      if (file === undefined) {
        throw validationFailed([{ path: 'file', message: 'Please choose a file.' }]);
      }
      await checkAgentEmail(actor, agentEmail);
      await perAccount.consume(actor._id);
      upload.signal.throwIfAborted();
      const fileName = toFileName(file.name);
      const folder = await storeImportFile(importFolder, file.source, fileName);
      try {
        return await inActorTransaction(
          db,
          actor,
          once.wrapCreate(async (transaction, current: NonNullable<Actor>) => {
            if (!can(current, 'property:import')) throw forbidden();
            if ((await countUnfinished(transaction, actor._id)) >= MAX_UNFINISHED_IMPORTS) {
              throw new AppError(
                'TOO_MANY_REQUESTS',
                'Please wait until your other imports finish.',
                { retryAfterSeconds: 60 },
              );
            }
            const { _id: ownerId, ipAddress } = actor;
            const newRun = {
              ownerId,
              folder,
              fileName,
              agentEmail,
              ipAddress,
              isDryRun,
              now: now(),
            };
            const _id = await insertRun(transaction, newRun);
            await addNextRun(transaction, actor._id);
            await announceRun(transaction, { id: _id, ownerId: actor._id, now: now() });
            return { _id };
          }),
        );
      } catch (error) {
        // If the database did not respond, it may still commit the run. If it does not, a job deletes
        // the folder later.
        if (!isDatabaseDown(error))
          await removeImportFolder(importFolder, folder).catch(() => undefined);
        throw error;
      }
    },

    /** Returns a page of an account's imports. */
    async list(actor: SignedIn, query: PageQuery): Promise<{ imports: Import[]; total: number }> {
      const { rows, total } = await findRuns(db, actor._id, toSlice(query));
      return { imports: rows.map(toImport), total };
    },

    /** @throws AppError NOT_FOUND, including for another account's import */
    async get(actor: SignedIn, id: string): Promise<Import> {
      return toImport(await getRun(actor._id, id));
    },

    /** @throws AppError NOT_FOUND */
    async listRefused(
      actor: SignedIn,
      id: string,
      query: PageQuery,
    ): Promise<{ rows: ImportRow[]; total: number }> {
      const slice = toSlice(query);
      await getRun(actor._id, id);
      const { rows, total } = await findReportedRows(db, id, slice);
      return { rows: rows.map(toImportRow), total };
    },

    /**
     * Returns rejected rows and notes as CSV (RFC 4180) in chunks.
     *
     * @throws AppError NOT_FOUND
     */
    async exportRefused(actor: SignedIn, id: string): Promise<AsyncGenerator<string, void>> {
      await getRun(actor._id, id);
      return generateCsv(db, id);
    },

    /**
     * Cancels an import. Listings already imported remain.
     *
     * @throws AppError NOT_FOUND; CONFLICT if it has ended
     */
    async cancel(actor: SignedIn, id: string): Promise<void> {
      const run = await inActorTransaction(db, actor, async (transaction) => {
        const found = await findRun(transaction, actor._id, id);
        if (found === undefined) throw notFound('Import not found.');
        if (found.finished_at !== null) {
          throw new AppError('CONFLICT', 'This import has already ended.');
        }
        const canceled = { state: 'canceled', error: null, now: now() } as const;
        await endRun(transaction, id, canceled);
        await announceRun(transaction, { id, ownerId: actor._id, now: now() });
        return found;
      });
      // If the import already has a job, the job removes the folder.
      if (!run.has_job) await removeImportFolder(importFolder, run.folder);
    },
  };
}

/** Reads an import for its owner's event stream. Returns undefined for other accounts' imports. */
export async function readImportAs(
  db: Database,
  actor: NonNullable<Actor>,
  id: string,
): Promise<Import | undefined> {
  const run = await findRun(db, actor._id, id);
  return run && toImport(run);
}

async function announceRun(
  transaction: Database,
  { id, ownerId, now }: { id: string; ownerId: string; now: Date },
): Promise<void> {
  const event = { userIds: [ownerId], kind: 'import', data: { _id: id }, createdAt: now } as const;
  await announceEvent(transaction, event);
}

function toImport(run: ImportRunRow): Import {
  return {
    _id: run.id,
    fileName: run.file_name,
    state: run.state,
    isDryRun: run.is_dry_run,
    rowsRead: run.rows_read,
    totalRows: run.total_rows,
    added: run.added,
    updated: run.updated,
    removed: run.removed,
    unchanged: run.unchanged,
    refused: run.refused,
    // Stored as serialized for responses.
    sample: run.sample as Import['sample'],
    error: run.error,
    createdAt: run.created_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
  };
}

function toImportRow({ position, listing_key: key, reason, notes }: ReportedRow): ImportRow {
  return { line: Number(position), key, reason, notes };
}

async function* generateCsv(db: Database, id: string): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(['line', 'key', 'reason', 'notes']);
  let after = '0';
  for (;;) {
    const rows = await findReportedRowsAfter(db, id, after, BATCH_SIZE);
    yield rows
      .map(({ position, listing_key, reason, notes }) =>
        csvLine([position, listing_key ?? '', reason ?? '', notes.join('; ')]),
      )
      .join('');
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.id ?? after;
  }
}
