/** Reads everything that a start reads, so that the first one finds it compiled; the launcher runs it after a build. */

import { flushCompileCache } from 'node:module';
import { beginStart } from './starting.ts';

beginStart();
const [{ loadBuiltPages }] = await Promise.all([
  import('./production.ts'),
  import('./app-process.ts'),
]);
await loadBuiltPages();
flushCompileCache();
// Loaded modules may hold timers.
process.exit();
