import { afterEach, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { rm } from 'node:fs/promises';
import { createResponseCache } from '../cache/response-cache.ts';
import { createAppMetrics } from './app-metrics.ts';
import { startMetricsServer } from './metrics-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** Returns the samples of one metric, each as `labels value`. */
function readSamples(text: string, name: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length));
}

const REQUEST_COUNT_METRIC = 'doorstep_http_request_duration_seconds_count';

test('metrics include network requests by route and status, database connections, and cached responses', async () => {
  const responseCache = createResponseCache(1024 * 1024);
  responseCache.setLive(true);
  const pool = { totalCount: 3, idleCount: 1, waitingCount: 2 };
  const metrics = createAppMetrics({ responseCache, pools: { primary: pool } });
  const server = await startTestApp({ responseCache, metrics });
  cleanups.push(server.close);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port, close } = await startMetricsServer({ host: '127.0.0.1', port: 0 }, () =>
    metrics.registry.metrics(),
  );
  cleanups.push(close);

  await fetch(`${url}/api/properties?searchTerm=private`);
  await fetch(`${url}/api/properties?searchTerm=private`);
  await fetch(`${url}/api/properties/99`);
  await fetch(`${url}/unknown/private`);
  await server.ok(endpoints.health);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await response.text();
  expect(readSamples(text, REQUEST_COUNT_METRIC).toSorted()).toEqual([
    '{method="GET",route="/api/properties",status="200"} 2',
    '{method="GET",route="/api/properties/:id",status="404"} 1',
    '{method="GET",route="none",status="404"} 1',
  ]);
  expect(readSamples(text, 'doorstep_database_connections')).toEqual([
    '{pool="primary",state="busy"} 2',
    '{pool="primary",state="idle"} 1',
    '{pool="primary",state="waited_for"} 2',
  ]);
  expect(readSamples(text, 'doorstep_cached_responses_lookups_total')).toEqual([
    '{result="hit"} 1',
    '{result="miss"} 2',
  ]);
  expect(readSamples(text, 'doorstep_cached_responses')).toEqual([' 1']);
  expect(Number(readSamples(text, 'doorstep_cached_responses_bytes')[0])).toBeGreaterThan(500);
  expect(readSamples(text, 'doorstep_http_requests_in_flight')).toEqual([' 0']);
  expect(readSamples(text, 'process_resident_memory_bytes')).toHaveLength(1);
  // Search terms must not appear.
  expect(text).not.toContain('private');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  // The site's port does not serve metrics.
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test.each(['1', '2'])('metrics are summed over all %s processes', async (count) => {
  const database = await createTestDatabase();
  const folder = makeTempFolder();
  cleanups.push(database.drop, () => rm(folder, { recursive: true }));
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    WEB_CONCURRENCY: count,
    METRICS_PORT: '0',
  });
  cleanups.push(server.stop);
  for (let visitor = 0; visitor < 4; visitor += 1) {
    await fetch(`${server.url}/api/health`, { headers: { connection: 'close' } });
  }
  const findLine = () =>
    server
      .output()
      .split('\n')
      .find((line) => line.includes('Metrics are available'));
  await expect.poll(findLine).toBeDefined();
  const { port } = JSON.parse(findLine() ?? '{}') as { port: number };
  const readMetrics = async () =>
    readSamples(
      await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
      REQUEST_COUNT_METRIC,
    );
  await expect.poll(readMetrics).toEqual(['{method="GET",route="/api/health",status="200"} 4']);
});
