/**
 * Settings for a fast start and a small memory footprint (decision 019). Idle after its first page,
 * it uses 146 MiB; 161 with optimizing compilers, 194 without the limit on young objects as well
 * (`node bench/start.ts`, medians of three, 22 November 2026).
 */

import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Next to the built pages: anyone who can write there can change the program anyway. */
const CACHE_FOLDER = path.join(import.meta.dirname, '../../../build/compile-cache');

/** Call it before the first large import. With an unwritable folder, startup is just slower. */
export function beginStart(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? CACHE_FOLDER);
  // Processes with this variable set use the cache even for their first file.
  process.env['NODE_COMPILE_CACHE'] ??= CACHE_FOLDER;
  // Nearly everything allocated at startup stays. V8 would grow the young generation to 60 MB and keep it that large.
  // Set after opening the cache, whose name depends on the flags, so that it is the same however the program starts.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Code that runs once is not worth optimizing, and the compiler threads would keep their memory.
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--no-${compiler}`);
}

/** Call it once the process has served for a moment. */
export function endStart(): void {
  // Now and not at exit: code compiled with other flags would be rejected next time.
  flushCompileCache();
  // V8's default: under load, the young generation grows as far as it helps.
  setFlagsFromString('--semi-space-growth-factor=2');
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--${compiler}`);
}
