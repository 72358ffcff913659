/**
 * Settings for a fast start and a small memory footprint (decision 019). Idle after its first page it holds 146 MiB;
 * 161 with optimizing compilers, and 194 without the limit on young objects, too (`node bench/start.ts`, medians of
 * three, 22 November 2026).
 */

import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Beside the built pages: write access there can change the program anyway. */
const CACHE_FOLDER = path.join(import.meta.dirname, '../../../build/compile-cache');

/** Call it before the first large import. A folder that cannot be written to costs nothing but the gain. */
export function beginStart(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? CACHE_FOLDER);
  // Processes with this variable set use the cache even for their first file.
  process.env['NODE_COMPILE_CACHE'] ??= CACHE_FOLDER;
  // Nearly all that a start makes stays. V8 would grow the room for what goes again to sixty megabytes, and leave it so.
  // After the cache is opened, whose name depends on the flags: it is the same however the program is started.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Code that runs once is not worth optimizing, and the compiler threads would retain their memory.
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--no-${compiler}`);
}

/** Call it once the process has answered for a moment. */
export function endStart(): void {
  // Now and not at the end: what was compiled with other flags would be refused the next time.
  flushCompileCache();
  // V8's own choice: under load the room grows as far as it helps.
  setFlagsFromString('--semi-space-growth-factor=2');
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--${compiler}`);
}
