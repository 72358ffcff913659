/** Prometheus metrics of background work. */

import type { WorkerEvents } from 'graphile-worker';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { countJobs } from './job-repository.ts';

/** In seconds. Most jobs run a few statements, emails wait for a server, and matching can take minutes. */
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

export type JobMetrics = {
  /** Counts and times the jobs of a worker pool. */
  watch: (events: WorkerEvents) => void;
};

/** Registers the metrics. */
export function createJobMetrics(registry: Registry, db: Database): JobMetrics {
  const attempts = new Counter({
    name: 'doorstep_jobs_total',
    help: 'Job attempts, by name and result: done, error (will be retried), failed (last attempt)',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'doorstep_job_duration_seconds',
    help: 'Duration of jobs, by name',
    labelNames: ['job'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: 'doorstep_jobs',
      help: 'Jobs in the queue, by name and state',
      labelNames: ['job', 'state'],
      registers: [],
      // Every process reports the same value, so a sum would be wrong.
      aggregator: 'first',
      async collect() {
        this.reset();
        const counts = await countJobs(db).catch(() => []);
        for (const { name, waiting, retrying, failed } of counts) {
          this.set({ job: name, state: 'waiting' }, waiting);
          this.set({ job: name, state: 'retrying' }, retrying);
          this.set({ job: name, state: 'failed' }, failed);
        }
      },
    }),
  );

  return {
    watch: (events) => {
      const startedAt = new Map<string, number>();
      events.on('job:start', ({ job }) => startedAt.set(job.id, performance.now()));
      events.on('job:complete', ({ job, error }) => {
        const name = job.task_identifier;
        const startMs = startedAt.get(job.id);
        startedAt.delete(job.id);
        if (startMs !== undefined) {
          durations.observe({ job: name }, (performance.now() - startMs) / 1000);
        }
        const isLast = job.attempts >= job.max_attempts;
        attempts.inc({ job: name, result: error ? (isLast ? 'failed' : 'error') : 'done' });
      });
    },
  };
}
