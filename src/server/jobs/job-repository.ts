/**
 * Queries for graphile-worker's queue outside its own worker. They use its SQL functions, its view
 * `jobs`, and, where these are not sufficient, its private tables. The package's version is pinned,
 * and tests run all statements.
 */

import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A claimed job. */
export type JobRow = {
  id: string;
  name: string;
  payload: unknown;
  key: string | null;
  attempts: number;
  max_attempts: number;
};

/** The time of jobs without `runAt`, which makes them due by any clock. */
const ALWAYS_DUE = new Date(0);

/** @param job.maxAttempts after this number of attempts, the job counts as failed */
export async function insertJob(
  db: Database,
  job: {
    name: string;
    payload: unknown;
    runAt: Date | undefined;
    key: string | undefined;
    maxAttempts: number;
    isRunAtPreserved: boolean;
    queue: string | undefined;
    priority: number;
  },
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${job.name}, payload => ${JSON.stringify(job.payload)}::json,
    run_at => ${job.runAt ?? ALWAYS_DUE}::timestamptz, max_attempts => ${job.maxAttempts}::int,
    job_key => ${job.key ?? null}::text, queue_name => ${job.queue ?? null}::text, priority => ${job.priority}::int,
    job_key_mode => ${job.isRunAtPreserved ? 'preserve_run_at' : 'replace'})`.execute(db);
}

/**
 * Inserts jobs in bulk. The time of a waiting job with the same key does not change or, with
 * `movesUp`, becomes the earlier of the two times.
 */
export async function insertJobs(
  db: Database,
  jobs: readonly {
    name: string;
    payload: unknown;
    runAt?: Date | undefined;
    key?: string | undefined;
    queue?: string | undefined;
  }[],
  { maxAttempts, movesUp }: { maxAttempts: number; movesUp: boolean },
): Promise<void> {
  const rows = jobs.map(({ name, payload, runAt = ALWAYS_DUE, key = null, queue = null }) => ({
    name,
    payload,
    runAt,
    key,
    queue,
  }));
  await sql`select from graphile_worker.add_jobs(array(
    select row(j.name, j.payload, j.queue, least(j."runAt", w.run_at), ${maxAttempts}::int, j.key, null, null)::graphile_worker.job_spec
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as j (name text, payload json, "runAt" timestamptz, key text, queue text)
    left join graphile_worker._private_jobs w on ${movesUp} and w.key = j.key and w.is_available
  ), ${!movesUp})`.execute(db);
}

/** Deletes a waiting job. A running job finishes but is not retried. */
export async function deleteJobByKey(db: Database, key: string): Promise<void> {
  await sql`select from graphile_worker.remove_job(${key})`.execute(db);
}

/**
 * Deletes emails to the senders of inquiries, including failed ones. Emails that are being sent are
 * not interrupted.
 */
export async function deleteInquiryEmails(
  db: Database,
  inquiryIds: readonly string[],
): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where payload::jsonb #>> '{to,inquiryId}' = any(${[...inquiryIds]}::text[]) and locked_at is null`.execute(
    db,
  );
}

/** Returns the time when the unfinished job with a key is due; undefined if there is none. */
export async function findRunAt(db: Database, key: string): Promise<Date | undefined> {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs
    where key = ${key} and (attempts < max_attempts or locked_at is not null)`.execute(db);
  return rows[0]?.run_at;
}

/**
 * Claims the next job due by a time, i.e. marks it as running.
 *
 * @param options.except job names to skip
 * @returns undefined if none is due
 */
export async function claimDueJob(
  db: Database,
  options: { at: Date; worker: string; except: readonly string[]; excludedIds: readonly string[] },
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update graphile_worker._private_jobs job
    set attempts = job.attempts + 1, locked_by = ${options.worker}, locked_at = now()
    from graphile_worker._private_tasks task
    where task.id = job.task_id and job.id = (
      select next.id from graphile_worker._private_jobs next
      join graphile_worker._private_tasks task on task.id = next.task_id
      where next.is_available and next.run_at <= ${options.at}
        and task.identifier <> all (${options.except}) and next.id <> all (${options.excludedIds}::bigint[])
      order by next.priority, next.run_at, next.id limit 1
      for update of next skip locked)
    returning job.id, task.identifier as name, job.payload, job.key, job.attempts, job.max_attempts`.execute(
    db,
  );
  return rows[0];
}

/** Deletes a completed job. */
export async function deleteJob(db: Database, id: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db);
}

/** Returns a failed job to the queue, as the library's worker does, but by the given clock. */
export async function failJob(
  db: Database,
  id: string,
  failure: { message: string; at: Date },
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
    set last_error = ${failure.message}, locked_by = null, locked_at = null,
      run_at = greatest(${failure.at}, run_at) + exp(least(attempts, 10)) * interval '1 second'
    where id = ${id}`.execute(db);
}

/** Marks a job as done in its payload, in case the process ends before the job is deleted. */
export async function markDone(db: Database, id: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set payload = '{"isDone":true}' where id = ${id}`.execute(
    db,
  );
}

/** Advisory lock namespace for worker liveness. */
const LIVE_WORKER_LOCK = 7_301;

/**
 * Acquires a worker's lock, which the connection holds until it closes. The lock is shared so that
 * a new connection does not wait for a lost one that the database still considers open.
 */
export const HOLD_WORKER_LOCK = `select pg_advisory_lock_shared(${LIVE_WORKER_LOCK}, hashtext($1))`;

/**
 * Refreshes the locks of workers' running jobs and queues. The library unlocks jobs that have been locked for four
 * hours; a sync can take longer, and would then run twice at the same time. Never waits for rows that other transactions
 * are changing.
 */
export const REFRESH_JOB_LOCKS = `
  with jobs as (
    update graphile_worker._private_jobs set locked_at = now() where id in (
      select id from graphile_worker._private_jobs where locked_by = any($1::text[]) for update skip locked)
  )
  update graphile_worker._private_job_queues set locked_at = now() where id in (
    select id from graphile_worker._private_job_queues where locked_by = any($1::text[]) for update skip locked)`;

/**
 * Finds dead workers that still hold locks on jobs. Their process was killed or lost its connection
 * to the database.
 */
export async function findDeadWorkers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select distinct locked_by as worker from graphile_worker._private_jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = ${LIVE_WORKER_LOCK} and objid::bigint = hashtext(locked_by)::bigint & 4294967295)`.execute(
    db,
  );
  return rows.map(({ worker }) => worker);
}

/** Returns whether any process is running workers. */
export async function isAnyWorkerAlive(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${LIVE_WORKER_LOCK} and granted limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Unlocks the jobs of dead workers, so that other workers run them. A job that was replaced or
 * removed while it ran has lost its key and its remaining attempts, and is deleted instead of being
 * run again. (A job without a key that repeatedly kills its process remains and is marked as
 * failed.)
 */
export async function unlockJobsOf(db: Database, workers: readonly string[]): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_by = any(${workers}::text[]) and key is null and attempts >= max_attempts
      and updated_at <> created_at`.execute(db);
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db);
}

/** Counts jobs by name and state. */
export async function countJobs(
  db: Database,
): Promise<{ name: string; waiting: number; retrying: number; failed: number }[]> {
  const { rows } = await sql<{ name: string; waiting: number; retrying: number; failed: number }>`
    select task_identifier as name,
      count(*) filter (where attempts = 0 and locked_at is null)::int as waiting,
      count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null)::int as retrying,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed
    from graphile_worker.jobs group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns the number of the library's latest migration that has run; 0 if its tables do not exist. */
export async function readQueueSchema(db: Database): Promise<number> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('graphile_worker.migrations') is not null as "exists"`.execute(db);
  if (!table.rows[0]?.exists) return 0;
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from graphile_worker.migrations`.execute(db);
  return rows[0]?.id ?? 0;
}
