/**
 * How much is fuzzed, and from which seed:
 *
 *     FUZZ_REQUESTS=200000 FUZZ_SEED=42 npx vitest run tests/fuzz
 */

import { sized } from '../helpers/full-run.ts';
import { SEED } from '../helpers/seed.ts';

const DEFAULT_REQUESTS = sized(4_000, 50_000);

/** How many requests all tests of this folder send together, about. */
export const FUZZ_REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? DEFAULT_REQUESTS);

/** The same seed makes the same requests. */
export const FUZZ_SEED = SEED;

/** Requests that are sent together. */
export const BATCH = 10;

/** Says once per file what is needed to repeat the run. */
export function announce(part: string, count: number): void {
  process.stdout.write(`fuzz: ${part}, ${count} requests, FUZZ_SEED=${FUZZ_SEED}\n`);
}
