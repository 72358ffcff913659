/** Vitest runs it before each test file: one file after another in the same process, with the same modules. */

import { resetCounters } from './factories/counters.ts';

resetCounters();
