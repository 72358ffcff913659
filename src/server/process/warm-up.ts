/** Fills the compile cache to speed up the first start; the launcher runs it after a build. */

import { flushCompileCache } from 'node:module';
import { tuneForStartup } from './node-tuning.ts';

tuneForStartup();
const [{ loadBuiltPages }] = await Promise.all([
  import('./production.ts'),
  import('./app-process.ts'),
]);
await loadBuiltPages();
flushCompileCache();
// Timers in loaded modules would keep the process alive.
process.exit();
