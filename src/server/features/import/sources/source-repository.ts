/** Stores data sources and their runs. */

import { type RawBuilder, sql } from 'kysely';
import type { ImportState } from '#shared/schemas/brokerage/import.ts';
import type { DataSource, DataSourceForm } from '#shared/schemas/open/data-source.ts';
import type { Database } from '../../../database/database.ts';
import type { Slice } from '../../../http/endpoints/paging.ts';
import type { ReportedRow } from '../runs/import-run-repository.ts';
import type { ReportedRow as NewReportedRow } from '../stored-report.ts';

export type DataSourceRow = {
  id: string;
  name: string;
  base_url: string;
  auth_kind: DataSource['auth']['kind'];
  token_url: string | null;
  client_id: string | null;
  scope: string | null;
  secret: Buffer;
  filter: string | null;
  default_agent_id: string | null;
  agent_by: DataSource['agentBy'];
  interval_minutes: number;
  media_policy: DataSource['mediaPolicy'];
  disclaimer: string | null;
  is_enabled: boolean;
  position: string | null;
  reconciled_at: Date | null;
  next_run_at: Date;
  failures: number;
  is_deleted: boolean;
  created_at: Date;
};

export type RunRow = {
  id: string;
  source_id: string;
  state: ImportState;
  rows_read: number;
  rows_expected: number | null;
  added: number;
  updated: number;
  removed: number;
  unchanged: number;
  refused: number;
  error: string | null;
  started_at: Date;
  finished_at: Date | null;
  /** The number of the source's pictures that are waiting to be downloaded. */
  media_waiting: number;
};

/** The counts that a batch adds to a run. */
export type RunCounts = Pick<
  RunRow,
  'rows_read' | 'added' | 'updated' | 'removed' | 'unchanged' | 'refused'
>;

/** Finds all sources, oldest first, except those that are being deleted. */
export async function findSources(db: Database): Promise<DataSourceRow[]> {
  const { rows } = await sql<DataSourceRow>`
    select * from data_sources where not is_deleted order by id`.execute(db);
  return rows;
}

/** Finds deleted sources whose listings have not all been detached. */
export async function findDeletedSources(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from data_sources where is_deleted order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds a source, unless it is being deleted. */
export async function findSource(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<DataSourceRow | undefined> {
  const { rows } = await sql<DataSourceRow>`
    select * from data_sources where id = ${id} and not is_deleted
    ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

/** Inserts a source without its secret. */
export async function insertSource(db: Database, form: DataSourceForm, now: Date): Promise<string> {
  const { name, baseUrl, auth, filter, defaultAgentId, agentBy } = form;
  const oauth = auth.kind === 'client_credentials' ? auth : null;
  const { rows } = await sql<{ id: string }>`
    insert into data_sources (name, base_url, auth_kind, token_url, client_id, scope, secret, filter,
      default_agent_id, agent_by, interval_minutes, media_policy, disclaimer, is_enabled, next_run_at, created_at)
    values (${name}, ${baseUrl}, ${auth.kind}, ${oauth?.tokenUrl ?? null}, ${oauth?.clientId ?? null},
      ${oauth?.scope ?? null}, '', ${filter ?? null}, ${defaultAgentId}, ${agentBy}, ${form.intervalMinutes},
      ${form.mediaPolicy}, ${form.disclaimer ?? null}, ${form.isEnabled}, ${now}, ${now})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Changes columns of a source. */
export async function updateSource(
  db: Database,
  id: string,
  changes: Partial<Omit<DataSourceRow, 'id' | 'created_at'>>,
): Promise<void> {
  const assignments = Object.entries(changes).map(
    ([name, value]): RawBuilder<unknown> => sql`${sql.ref(name)} = ${value}`,
  );
  if (assignments.length === 0) return;
  await sql`update data_sources set ${sql.join(assignments)} where id = ${id}`.execute(db);
}

/** Thrown to stop a canceled run. */
export class RunCanceledError extends Error {}

/**
 * Stores the position that the next sync starts from.
 *
 * @throws RunCanceledError if the run has ended, for example because the source was changed
 */
export async function storePosition(
  transaction: Database,
  { sourceId, runId }: { sourceId: string; runId: string },
  position: string,
): Promise<void> {
  // A change to the source locks it and then ends its run. Acquire the lock in a separate statement:
  // the update would not see a run that ended while it waited for the lock.
  await findSource(transaction, sourceId, { lock: true });
  const { rows } = await sql`
    update data_sources set position = ${position}
    where id = ${sourceId}
      and exists (select from source_runs where id = ${runId} and finished_at is null)
    returning id`.execute(transaction);
  if (rows.length === 0) throw new RunCanceledError();
}

/** Schedules a source's next run after its interval. */
export async function scheduleNextRun(db: Database, id: string, now: Date): Promise<void> {
  await sql`
    update data_sources set next_run_at = ${now}::timestamptz + interval_minutes * interval '1 minute'
    where id = ${id}`.execute(db);
}

const countWaitingMedia = (sourceId: RawBuilder<unknown>) => sql`(
  select count(*)::int from source_media m where m.source_id = ${sourceId} and m.is_waiting)`;

/** Finds a page of a source's runs, newest first. */
export async function findRuns(
  db: Database,
  sourceId: string,
  { offset, limit }: Slice,
): Promise<{ rows: RunRow[]; total: number }> {
  const page = await sql<RunRow>`
    select r.*, ${countWaitingMedia(sql`${sourceId}`)} as media_waiting from source_runs r where r.source_id = ${sourceId}
    order by r.id desc limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
    select count(*)::int as count from source_runs where source_id = ${sourceId}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

export async function findRun(db: Database, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.*, ${countWaitingMedia(sql`r.source_id`)} as media_waiting from source_runs r where r.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Returns whether a run has started and not ended. */
export async function isRunning(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from source_runs where id = ${id} and state = 'running'`.execute(db);
  return rows.length > 0;
}

/** Inserts a run. @returns its ID; undefined if the source has an unfinished run */
export async function insertRun(
  db: Database,
  sourceId: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into source_runs (source_id, started_at) values (${sourceId}, ${now})
    on conflict (source_id) where finished_at is null do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** Starts or resumes a run. @returns false if it has ended */
export async function beginRun(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    update source_runs set state = 'running' where id = ${id} and finished_at is null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Stores the number of rows that a run is expected to read. */
export async function setExpectedRows(db: Database, id: string, count: number): Promise<void> {
  await sql`update source_runs set rows_expected = ${count} where id = ${id}`.execute(db);
}

/** Adds to a run's counts. @returns whether the run is still running */
export async function addToRunCounts(
  db: Database,
  id: string,
  counts: RunCounts,
): Promise<boolean> {
  const { rows } = await sql<{ state: ImportState }>`
    update source_runs set rows_read = rows_read + ${counts.rows_read}, added = added + ${counts.added},
      updated = updated + ${counts.updated}, removed = removed + ${counts.removed},
      unchanged = unchanged + ${counts.unchanged}, refused = refused + ${counts.refused}
    where id = ${id} returning state`.execute(db);
  return rows[0]?.state === 'running';
}

/** Ends a run. @returns false if it has already ended */
export async function endRun(
  db: Database,
  id: string,
  outcome: { state: 'done' | 'failed' | 'canceled'; error: string | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update source_runs set state = ${outcome.state}, error = ${outcome.error}, finished_at = ${outcome.now}
    where id = ${id} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Cancels a source's unfinished run, if any. */
export async function cancelUnfinishedRun(
  db: Database,
  sourceId: string,
  now: Date,
): Promise<void> {
  await sql`
    update source_runs set state = 'canceled', finished_at = ${now}
    where source_id = ${sourceId} and finished_at is null`.execute(db);
}

/** Finds due sources without an unfinished run. */
export async function findDueSources(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from data_sources s
    where is_enabled and not is_deleted and next_run_at <= ${now}
      and not exists (select from source_runs r where r.source_id = s.id and r.finished_at is null)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Finds unfinished runs. */
export async function findUnfinishedRuns(
  db: Database,
): Promise<{ id: string; sourceId: string }[]> {
  const { rows } = await sql<{ id: string; sourceId: string }>`
    select id, source_id as "sourceId" from source_runs where finished_at is null`.execute(db);
  return rows;
}

/** Deletes a batch of runs that ended before a time. */
export async function deleteRunsBefore(db: Database, time: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from source_runs where id in (
      select id from source_runs where finished_at < ${time} order by finished_at limit 100)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function insertRunRows(
  db: Database,
  runId: string,
  rows: readonly NewReportedRow[],
): Promise<void> {
  await sql`
    insert into source_run_rows (run_id, position, listing_key, reason, notes)
    select ${runId}, r.position, r.key, r.reason, r.notes
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (position bigint, key text, reason text, notes jsonb)`.execute(
    db,
  );
}

/** Finds a page of a run's rejected rows and rows with notes, in order. */
export async function findRunRows(
  db: Database,
  runId: string,
  { offset, limit }: Slice,
): Promise<{ rows: ReportedRow[]; total: number }> {
  const page = await sql<ReportedRow>`
    select id, position, listing_key, reason, notes from source_run_rows where run_id = ${runId}
    order by id limit ${limit} offset ${offset}`.execute(db);
  const count = await sql<{ count: number }>`
    select count(*)::int as count from source_run_rows where run_id = ${runId}`.execute(db);
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

export async function findAdminIds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds a default agent. Returns undefined if there is no such account, or it is neither an agent nor an admin. */
export async function findDefaultAgent(
  db: Database,
  id: string | null,
): Promise<{ id: string; name: string; officeName: string | null } | undefined> {
  const { rows } = await sql<{ id: string; name: string; officeName: string | null }>`
    select id, name, null as "officeName" from users where id = ${id} and role in ('agent', 'admin')`.execute(
    db,
  );
  return rows[0];
}

/**
 * Finds agents by lowercase license number. Anyone can enter a number, so a verified agent takes precedence.
 * Ignores numbers shared by several verified agents, or by several agents if none is verified.
 */
export async function findAgentsByLicense(
  db: Database,
  numbers: readonly string[],
): Promise<Map<string, { id: string; name: string; officeName: string | null }>> {
  const { rows } = await sql<{ number: string; id: string; name: string }>`
    with claims as (
      select lower(license_number) as number, id, name, verified_at is not null as is_verified from users
      where lower(license_number) = any(${numbers}::text[]) and role = 'agent'
    ), verified as (select number from claims where is_verified)
    select number, min(id) as id, min(name) as name from claims
    where is_verified or number not in (select number from verified)
    group by number having count(*) = 1`.execute(db);
  return new Map(rows.map(({ number, ...agent }) => [number, { ...agent, officeName: null }]));
}
