/** Vitest runs it before each test file: one file after another in the same process, with the same modules. */

import fc from 'fast-check';
import { resetCounters } from './factories/counters.ts';
import { SEED } from './helpers/seed.ts';

resetCounters();
fc.configureGlobal({ seed: SEED });
