import { randomInt } from 'node:crypto';
import { IS_FULL_RUN } from './full-run.ts';

/** The seed of all runs except full ones. */
const DEFAULT_SEED = 20_260_301;

const runSeed = IS_FULL_RUN ? randomInt(2 ** 31) : DEFAULT_SEED;

/** The seed of all random numbers in tests; the same seed produces the same numbers. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? runSeed);
