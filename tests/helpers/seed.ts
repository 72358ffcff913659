import { randomInt } from 'node:crypto';

/** What every run draws by, unless it is told otherwise. */
const DEFAULT_SEED = 20_260_301;

const drawn = process.env['TEST_FULL'] === '1' ? randomInt(2 ** 31) : DEFAULT_SEED;

/** Of all that tests draw at random: the same seed draws the same. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? drawn);
