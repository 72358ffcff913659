/**
 * The amount of fuzzing, and the seed:
 *
 *     FUZZ_REQUESTS=200000 FUZZ_SEED=42 npx vitest run tests/fuzz
 */

import { defaultOrFull } from '../helpers/full-run.ts';
import { SEED } from '../helpers/seed.ts';

const DEFAULT_REQUESTS = defaultOrFull(4_000, 50_000);

/** The approximate number of requests of all tests in this folder. */
export const FUZZ_REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? DEFAULT_REQUESTS);

/** The same seed generates the same requests. */
export const FUZZ_SEED = SEED;

/** Concurrent requests. */
export const BATCH = 10;

/** Prints how to repeat the run, once per file. */
export function announce(part: string, count: number): void {
  process.stdout.write(`fuzz: ${part}, ${count} requests, FUZZ_SEED=${FUZZ_SEED}\n`);
}
