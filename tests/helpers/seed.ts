import { randomInt } from 'node:crypto';
import { IS_FULL_RUN } from './full-run.ts';

/** What every run draws by, unless it is told otherwise. */
const DEFAULT_SEED = 20_260_301;

const drawn = IS_FULL_RUN ? randomInt(2 ** 31) : DEFAULT_SEED;

/** Of all that tests draw at random: the same seed draws the same. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? drawn);
