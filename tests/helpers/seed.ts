import { randomInt } from 'node:crypto';
import { IS_FULL_RUN } from './full-run.ts';

/** The default seed of every run. */
const DEFAULT_SEED = 20_260_301;

const drawn = IS_FULL_RUN ? randomInt(2 ** 31) : DEFAULT_SEED;

/** The seed of all random numbers in tests: the same seed gives the same numbers. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? drawn);
