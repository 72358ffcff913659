/** Stores imports started in the browser. */

import { sql } from 'kysely';
import type { ImportState } from '#shared/schemas/brokerage/import.ts';
import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import type { ReportedRow as NewReportedRow } from '../stored-report.ts';

/** An import as stored. */
export type ImportRunRow = {
  id: string;
  owner_id: string;
  folder: string;
  file_name: string;
  agent_email: string | null;
  place: string;
  is_dry_run: boolean;
  state: ImportState;
  has_job: boolean;
  /** The number of times that its process or the database stopped unexpectedly while it was running. */
  interruptions: number;
  rows_read: number;
  total_rows: number | null;
  added: number;
  updated: number;
  removed: number;
  unchanged: number;
  refused: number;
  sample: unknown[];
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
};

/** The progress of an import. */
export type RunCounts = Pick<
  ImportRunRow,
  'rows_read' | 'total_rows' | 'added' | 'updated' | 'removed' | 'unchanged' | 'refused' | 'sample'
>;

/** A row that was rejected or has notes, as stored. */
export type ReportedRow = {
  id: string;
  position: string;
  listing_key: string | null;
  reason: string | null;
  notes: string[];
};

export async function insertRun(
  transaction: Database,
  run: {
    ownerId: string;
    folder: string;
    fileName: string;
    agentEmail: string | undefined;
    ipAddress: string;
    isDryRun: boolean;
    now: Date;
  },
): Promise<string> {
  const { ownerId, folder, fileName, agentEmail, ipAddress, isDryRun, now } = run;
  const { rows } = await sql<{ id: string }>`
    insert into imports (owner_id, folder, file_name, agent_email, place, is_dry_run, created_at)
    values (${ownerId}, ${folder}, ${fileName}, ${agentEmail ?? null}, ${ipAddress}, ${isDryRun}, ${now})
    returning id`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('The import was not inserted.');
  return row.id;
}

/** Counts an account's unfinished imports. */
export async function countUnfinished(db: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from imports
    where owner_id = ${ownerId} and (state in ('waiting', 'running') or has_job)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds a page of an account's imports, newest first. */
export async function findRuns(
  db: Database,
  ownerId: string,
  { offset, limit }: Slice,
): Promise<{ rows: ImportRunRow[]; total: number }> {
  const page = await sql<ImportRunRow>`
      select * from imports where owner_id = ${ownerId}
      order by id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from imports where owner_id = ${ownerId}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Finds an account's import. Returns undefined for imports of other accounts. */
export async function findRun(
  db: Database,
  ownerId: string,
  id: string,
): Promise<ImportRunRow | undefined> {
  const { rows } = await sql<ImportRunRow>`
    select * from imports where id = ${id} and owner_id = ${ownerId}`.execute(db);
  return rows[0];
}

/** Until the transaction ends, prevents other transactions from choosing the account's next import. */
async function lockNextRun(transaction: Database, ownerId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`imports of ${ownerId}`}, 0))`.execute(
    transaction,
  );
}

/**
 * Assigns the account's job to its oldest waiting import, unless another import has it.
 *
 * @returns the import's ID; undefined if no import got the job
 */
export async function claimNextRun(
  transaction: Database,
  ownerId: string,
): Promise<string | undefined> {
  await lockNextRun(transaction, ownerId);
  const { rows } = await sql<{ id: string }>`
    update imports set has_job = true
    where id = (
      select id from imports where owner_id = ${ownerId} and state = 'waiting' order by id limit 1)
      and not exists (select from imports where owner_id = ${ownerId} and has_job)
    returning id`.execute(transaction);
  return rows[0]?.id;
}

/**
 * Begins or restarts an import. An import that is already running was interrupted: its process or the
 * database stopped unexpectedly.
 *
 * @returns undefined if it has ended or was deleted
 */
export async function beginRun(
  transaction: Database,
  id: string,
): Promise<ImportRunRow | undefined> {
  const { rows } = await sql<ImportRunRow>`
    update imports set state = 'running',
      interruptions = interruptions + case state when 'running' then 1 else 0 end, rows_read = 0, total_rows = null, added = 0, updated = 0,
      removed = 0, unchanged = 0, refused = 0, sample = '[]'
    where id = ${id} and state in ('waiting', 'running') returning *`.execute(transaction);
  if (rows[0] !== undefined) {
    await sql`delete from import_rows where import_id = ${id}`.execute(transaction);
  }
  return rows[0];
}

/**
 * Returns a running import to the queue so that its restart does not count as an interruption. Changes
 * nothing if the import was restarted in the meantime, which can happen if its last step took longer
 * than the shutdown.
 */
export async function pauseRun(
  db: Database,
  { id, interruptions }: Pick<ImportRunRow, 'id' | 'interruptions'>,
): Promise<void> {
  await sql`
    update imports set state = 'waiting'
    where id = ${id} and state = 'running' and interruptions = ${interruptions}`.execute(db);
}

/** Updates the counts, even after a cancellation. @returns whether the import is still running */
export async function updateCounts(db: Database, id: string, counts: RunCounts): Promise<boolean> {
  const { rows_read, total_rows, added, updated, removed, unchanged, refused, sample } = counts;
  const { rows } = await sql<{ state: ImportState }>`
    update imports set rows_read = ${rows_read}, total_rows = ${total_rows}, added = ${added},
      updated = ${updated}, removed = ${removed}, unchanged = ${unchanged}, refused = ${refused},
      sample = ${JSON.stringify(sample)}::jsonb
    where id = ${id} returning state`.execute(db);
  return rows[0]?.state === 'running';
}

/** Ends a waiting or running import. */
export async function endRun(
  transaction: Database,
  id: string,
  outcome: { state: 'done' | 'failed' | 'canceled'; error: string | null; now: Date },
): Promise<void> {
  await sql`
    update imports set state = ${outcome.state}, error = ${outcome.error}, finished_at = ${outcome.now}
    where id = ${id} and state in ('waiting', 'running')`.execute(transaction);
}

/**
 * Releases the account's job.
 *
 * @returns the import's folder; undefined if the account was deleted with its imports
 */
export async function releaseJob(
  transaction: Database,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<{ folder: string } | undefined> {
  await lockNextRun(transaction, ownerId);
  const { rows } = await sql<{ folder: string }>`
    update imports set has_job = false where id = ${id} returning folder`.execute(transaction);
  return rows[0];
}

/** Stores rejected rows and notes. */
export async function insertReportedRows(
  db: Database,
  id: string,
  rows: readonly NewReportedRow[],
): Promise<void> {
  await sql`
    insert into import_rows (import_id, position, listing_key, reason, notes)
    select i.id, r.position, r.key, r.reason, r.notes
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (position bigint, key text, reason text, notes jsonb)
    join imports i on i.id = ${id}`.execute(db);
}

/** Finds a page of an import's rejected rows and rows with notes, in file order. */
export async function findReportedRows(
  db: Database,
  id: string,
  { offset, limit }: Slice,
): Promise<{ rows: ReportedRow[]; total: number }> {
  const page = await sql<ReportedRow>`
      select id, position, listing_key, reason, notes from import_rows where import_id = ${id}
      order by id limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
      select count(*)::int as count from import_rows where import_id = ${id}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Finds up to `limit` reported rows whose IDs are greater than `after`. */
export async function findReportedRowsAfter(
  db: Database,
  id: string,
  after: string,
  limit: number,
): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select id, position, listing_key, reason, notes from import_rows
    where import_id = ${id} and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Finds imports that hold their account's job. */
export async function findRunsWithJob(db: Database): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    select id, owner_id as "ownerId" from imports where has_job`.execute(db);
  return rows;
}

/** Finds the account that owns an import. Returns undefined if the import was deleted. */
export async function findRunOwner(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from imports where id = ${id}`.execute(db);
  return rows[0]?.owner_id;
}

/** Deletes a batch of imports that ended before a time. */
export async function deleteRunsBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where id in (
      select id from imports where finished_at < ${time} and not has_job order by finished_at limit 10
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes an account's ended imports except the newest `count`. */
export async function deleteEndedRunsExceptNewest(
  transaction: Database,
  ownerId: string,
  count: number,
): Promise<void> {
  await sql`
    delete from imports where id in (
      select id from imports where owner_id = ${ownerId} and finished_at is not null and not has_job
      order by id desc offset ${count})`.execute(transaction);
}

/** Returns those of the given folders that belong to unfinished imports. */
export async function findUsedFolders(
  db: Database,
  folders: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ folder: string }>`
    select folder from imports
    where folder = any(${[...folders]}::text[]) and (state in ('waiting', 'running') or has_job)`.execute(
    db,
  );
  return new Set(rows.map(({ folder }) => folder));
}

/** Finds an account. Returns undefined if it was deleted. */
export async function findOwner(
  db: Database,
  id: string,
): Promise<{ role: Role; name: string; email: string } | undefined> {
  const { rows } = await sql<{ role: Role; name: string; email: string }>`
    select role, name, email from users where id = ${id}`.execute(db);
  return rows[0];
}
