/**
 * The number of requests, and the seed:
 *
 *     FUZZ_REQUESTS=200000 FUZZ_SEED=42 npx vitest run tests/fuzz
 */

import { defaultOrFull } from '../helpers/full-run.ts';
import { SEED } from '../helpers/seed.ts';

const DEFAULT_REQUESTS = defaultOrFull(4_000, 50_000);

/** The approximate total number of requests in this folder's tests. */
export const FUZZ_REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? DEFAULT_REQUESTS);

/** The seed of random requests; the same seed generates the same requests. */
export const FUZZ_SEED = SEED;

/** The number of concurrent requests. */
export const BATCH_SIZE = 10;

/** Prints the number of requests and the seed to repeat a run. */
export function logFuzzRun(part: string, count: number): void {
  process.stdout.write(`fuzz: ${part}, ${count} requests, FUZZ_SEED=${FUZZ_SEED}\n`);
}
