/** Reads, retries, and discards graphile-worker's jobs for admins (see jobs/job-repository.ts). */

import { type RawBuilder, sql } from 'kysely';
import type { JobState } from '#shared/schemas/service/job.ts';
import type { Database } from '../../database/database.ts';
import type { Slice } from '../../http/endpoints/paging.ts';

/** A job with its state. */
export type QueuedJobRow = {
  id: string;
  name: string;
  state: JobState;
  key: string | null;
  payload: unknown;
  created_at: Date;
  run_at: Date;
  locked_at: Date | null;
  failed_at: Date | null;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
};

const CONDITIONS: Record<JobState, RawBuilder<boolean>> = {
  running: sql<boolean>`j.locked_at is not null`,
  failed: sql<boolean>`j.locked_at is null and j.attempts >= j.max_attempts`,
  retrying: sql<boolean>`j.locked_at is null and j.attempts between 1 and j.max_attempts - 1`,
  waiting: sql<boolean>`j.locked_at is null and j.attempts = 0`,
};

/** Jobs without a run time are due when they are added. */
const DUE_AT = sql`greatest(j.run_at, j.created_at)`;

/** Derived from the delay that graphile-worker's `failJobs` adds to the time of a failure. */
const FAILED_AT = sql`case when j.locked_at is null and j.attempts > 0 and j.last_error is not null
  then greatest(j.run_at - exp(least(j.attempts, 10)) * interval '1 second', j.created_at) end`;

const SELECT = sql`
  select j.id, t.identifier as name, j.key, j.payload, j.created_at, ${DUE_AT} as run_at, j.locked_at,
    ${FAILED_AT} as failed_at, j.attempts, j.max_attempts, j.last_error,
    case when ${CONDITIONS.running} then 'running' when ${CONDITIONS.failed} then 'failed'
      when ${CONDITIONS.retrying} then 'retrying' else 'waiting' end as state
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;

/** Finds a page of jobs by due time: earliest first, but latest first when filtering by `failed`. */
export async function findJobs(
  db: Database,
  state: JobState | undefined,
  { offset, limit }: Slice,
): Promise<{ rows: QueuedJobRow[]; total: number }> {
  const condition = state === undefined ? sql`true` : CONDITIONS[state];
  const order = state === 'failed' ? sql`${DUE_AT} desc, j.id desc` : sql`${DUE_AT}, j.id`;
  const page =
    await sql<QueuedJobRow>`${SELECT} where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    );
  const count = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker._private_jobs j where ${condition}`.execute(
    db,
  );
  return { rows: page.rows, total: count.rows[0]?.count ?? 0 };
}

/** Returns a job; undefined if it does not exist or is done. */
export async function findJob(db: Database, id: string): Promise<QueuedJobRow | undefined> {
  const { rows } = await sql<QueuedJobRow>`${SELECT} where j.id = ${id}`.execute(db);
  return rows[0];
}

/** Counts the jobs in each state. */
export async function countByState(db: Database): Promise<Record<JobState, number>> {
  const { rows } = await sql<Record<JobState, number>>`
    select count(*) filter (where ${CONDITIONS.failed})::int as failed,
      count(*) filter (where ${CONDITIONS.retrying})::int as retrying,
      count(*) filter (where ${CONDITIONS.running})::int as running,
      count(*) filter (where ${CONDITIONS.waiting})::int as waiting
    from graphile_worker._private_jobs j`.execute(db);
  return rows[0] ?? { failed: 0, retrying: 0, running: 0, waiting: 0 };
}

/**
 * Reschedules a job for now, with its full number of attempts.
 *
 * @returns false if it is running or does not exist
 */
export async function retryJob(db: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => ${now}::timestamptz, attempts => 0)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Removes a job from the queue. @returns false if it is running or does not exist */
export async function discardJob(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db);
  return rows.length > 0;
}
