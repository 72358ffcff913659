/** A permanently failed job on the server of the end-to-end tests. */

import pg from 'pg';

/**
 * Adds a job without remaining attempts. When retried, it does nothing and completes.
 *
 * @param error the error message, which identifies the job on the page
 */
export async function addFailedJob(error: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] });
  await client.connect();
  try {
    // One statement adds the failed job so that no worker picks it up before it has failed.
    await client.query(
      `with added as (
        insert into graphile_worker._private_tasks (identifier) values ('saved-searches.alert')
        on conflict (identifier) do update set identifier = excluded.identifier returning id)
      insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error)
      select id, '{"searchId":"999999999","recipient":"user:999999999"}', 14, 14, $1 from added`,
      [error],
    );
  } finally {
    await client.end();
  }
}
