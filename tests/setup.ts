/** Runs before each test file. The files of a worker run one after another in the same process, and share its modules. */

import fc from 'fast-check';
import { resetCounters } from './factories/counters.ts';
import { SEED } from './helpers/seed.ts';

resetCounters();
fc.configureGlobal({ seed: SEED });
