/**
 * Tunes Node.js for a fast start and a small memory footprint (decision 019). After its first page,
 * an idle process uses 146 MiB. With optimizing compilers, it would use 161 MiB, and without a
 * limit for the young generation either, 194 MiB (`node bench/start.ts`, medians of three, November
 * 22, 2026).
 */

import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Next to the built pages because anyone who can write there can change the program anyway. */
const CACHE_FOLDER = path.join(import.meta.dirname, '../../../build/compile-cache');

/** Prepares for a fast start. Call it before the first large import. Without a writable cache folder, startup is slower. */
export function tuneForStartup(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? CACHE_FOLDER);
  // Child processes use the cache even for their first file if this variable is set.
  process.env['NODE_COMPILE_CACHE'] ??= CACHE_FOLDER;
  // Nearly all objects allocated at startup survive, so V8 would grow the young generation to 60 MB and keep it that
  // large. Set after enabling the cache, whose name depends on the flags, so that all processes share it.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Code that runs once is not worth optimizing, and the compiler threads would keep their memory.
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--no-${compiler}`);
}

/** Prepares for load. Call it after the process has served its first requests. */
export function tuneForServing(): void {
  // The cache is flushed before the flags change because code compiled with different flags would be
  // rejected next time.
  flushCompileCache();
  // V8's default. Under load, the young generation then grows as needed.
  setFlagsFromString('--semi-space-growth-factor=2');
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(`--${compiler}`);
}
