/** The Prometheus metrics of a server process (docs/product/operations.md, Metrics). */

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseCache } from '../cache/response-cache.ts';

/** In seconds. Cached responses take less than a millisecond, pages tens of milliseconds, and uploads seconds. */
const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The counts of a pool's connections, as provided by `pg`. */
export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number };

/** The metrics of a process. */
export type AppMetrics = {
  registry: Registry;
  /** Starts counting an app's requests. Call it before the routes are registered. */
  watch: (app: FastifyInstance) => void;
};

/** The sources of the cache and database metrics; `pools` by name, such as `primary`. */
export type MetricsSources = {
  responseCache: ResponseCache;
  pools: Readonly<Record<string, PoolCounts>>;
};

/** Creates the metrics. */
export function createAppMetrics(sources: MetricsSources): AppMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'doorstep_http_request_duration_seconds',
    help: 'Duration of requests from the network, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  registerPoolMetrics(sources.pools, registry);
  registerCacheMetrics(sources.responseCache, registry);

  return {
    registry,
    watch: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        // API calls by pages in this process count toward the page's duration.
        if (!app.load.isFromNetwork(request.raw)) return;
        const route = request.routeOptions.url ?? 'none';
        const labels = { method: request.method, route, status: reply.statusCode };
        durations.observe(labels, reply.elapsedTime / 1000);
      });
      registry.registerMetric(
        new Gauge({
          name: 'doorstep_http_requests_in_flight',
          help: 'Requests in progress',
          registers: [],
          collect() {
            this.set(app.load.inFlight());
          },
        }),
      );
    },
  };
}

function registerPoolMetrics(
  pools: Readonly<Record<string, PoolCounts>>,
  registry: Registry,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'doorstep_database_connections',
      help: 'Connections by pool and state, and requests waiting for a connection',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
          this.set({ pool, state: 'busy' }, totalCount - idleCount);
          this.set({ pool, state: 'idle' }, idleCount);
          this.set({ pool, state: 'waited_for' }, waitingCount);
        }
      },
    }),
  );
}

function registerCacheMetrics(responseCache: ResponseCache, registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      name: 'doorstep_cached_responses_bytes',
      help: 'Memory used by cached responses',
      registers: [],
      collect() {
        this.set(responseCache.counts().bytes);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'doorstep_cached_responses',
      help: 'Number of cached responses',
      registers: [],
      collect() {
        this.set(responseCache.counts().entries);
      },
    }),
  );
  const lookups = new Counter({
    name: 'doorstep_cached_responses_lookups_total',
    help: 'Public responses served from the cache (hit) or rendered (miss)',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = responseCache.counts();
      lookups.reset();
      lookups.inc({ result: 'hit' }, hits);
      lookups.inc({ result: 'miss' }, misses);
    },
  });
}
