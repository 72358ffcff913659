/** Malformed HTTP and truncated forms on real connections. */

import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm } from '../factories/build-property-form.ts';
import { exchange, type RawExchange } from '../helpers/raw-http.ts';
import { brokenHttp } from './broken-http.ts';
import { logFuzzRun, FUZZ_REQUESTS, FUZZ_SEED } from './fuzz-settings.ts';
import { type FuzzWorld, startFuzzWorld, readState, withTimeout } from './fuzz-world.ts';
import { encodeForm, formPlan } from './hostile-forms.ts';
import { expectValidResponse } from './valid-response.ts';

/** Shares of the total number of requests; endpoints.test.ts and pages.test.ts use the rest. */
const REQUEST_SHARES = { malformed: 0.15, truncated: 0.02 };

let world: FuzzWorld;
let port: number;
beforeAll(async () => {
  world = await startFuzzWorld({ bodyTimeoutMs: 250 });
  await world.server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.server.app.server.address() as AddressInfo);
  return () => world.server.close();
});

/** Large because some connections stay silent until a timeout. */
const BATCH_SIZE = 50;
const RESPONSE_TIMEOUT_MS = 300;

const TIMEOUT_MS = 600_000 + FUZZ_REQUESTS * 20;

/** Sends bytes and checks the response. The server can also close the connection without a response. */
async function sendBytes(bytes: Buffer): Promise<RawExchange> {
  const response = await withTimeout(
    exchange(port, bytes, RESPONSE_TIMEOUT_MS),
    bytes.toString('latin1').slice(0, 2_000),
  );
  world.stats.count += 1;
  const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
  try {
    if (response.status > 0)
      expectValidResponse(
        { ...response, ...(isHead ? { text: '', isHead } : {}) },
        world.secrets(),
      );
  } catch (error) {
    // fast-check prints counterexamples as bytes, which are hard to read.
    throw new Error(JSON.stringify(bytes.toString().slice(0, 2_000)), { cause: error });
  }
  return response;
}

/** Expects the server to be idle and working, without leaks or leftover files. */
async function expectHealthy(): Promise<void> {
  await expect.poll(() => world.server.app.load.inFlight()).toBe(0);
  await world.server.ok(endpoints.health);
  expect(world.linesWithSecrets).toEqual([]);
  const uploads = path.join(world.server.imageFolder, '../uploads');
  await expect.poll(() => readdir(uploads).catch(() => [])).toEqual([]);
}

describe('raw connections', () => {
  test(
    'get a valid response or none for malformed HTTP, and are closed',
    async () => {
      const numRuns = Math.ceil((FUZZ_REQUESTS * REQUEST_SHARES.malformed) / BATCH_SIZE);
      logFuzzRun('broken HTTP', numRuns * BATCH_SIZE);
      const before = await readState(world);
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(batchOf(brokenHttp), async (batch) => {
          const responses = await Promise.all(batch.map(sendBytes));
          for (const { status } of responses) statuses.add(status);
        }),
        { seed: FUZZ_SEED + 3, numRuns },
      );
      // Visitors' requests change nothing.
      expect(await readState(world)).toEqual(before);
      expect([...statuses]).toEqual(expect.arrayContaining([0, 200, 400, 401, 404]));
      await expectHealthy();
    },
    TIMEOUT_MS,
  );

  test(
    'change nothing and leave no files if they close in the middle of a form',
    async () => {
      const numRuns = Math.ceil((FUZZ_REQUESTS * REQUEST_SHARES.truncated) / BATCH_SIZE);
      logFuzzRun('truncated forms', numRuns * BATCH_SIZE);
      const before = await readState(world);
      await fc.assert(
        fc.asyncProperty(batchOf(truncatedForm(world.people.agent.token)), async (batch) => {
          await Promise.all(batch.map(sendBytes));
        }),
        { seed: FUZZ_SEED + 4, numRuns },
      );
      await expectHealthy();
      expect(await readState(world)).toEqual(before);
    },
    TIMEOUT_MS,
  );
});

const batchOf = <T>(item: fc.Arbitrary<T>) =>
  fc.array(item, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });

/** Generates requests with a truncated listing form, whose Content-Length is larger than the body. */
function truncatedForm(token: string): fc.Arbitrary<Buffer> {
  return fc
    .tuple(
      formPlan(fc.constant(buildPropertyForm()), 'images'),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([plan, share]) => {
      const body = encodeForm(plan);
      const head = [
        'POST /api/properties HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${plan.type}`,
        `Content-Length: ${body.length + 10}`,
        '',
        '',
      ].join('\r\n');
      return Buffer.concat([Buffer.from(head), body.subarray(0, Math.floor(body.length * share))]);
    });
}
