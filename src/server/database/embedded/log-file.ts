import {
  closeSync,
  copyFileSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { EmbeddedLayout } from './layout.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Rotates a log of more than 5 MB, replacing the previous one. The file is copied and truncated instead of renamed,
 * because the running server has it open for appending.
 */
export function rotateLog({ logFile }: EmbeddedLayout): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES) return;
  copyFileSync(logFile, `${logFile}.old`);
  truncateSync(logFile);
}

/** Opens the log for appending (mode 0600) while `use` starts the server, which inherits the descriptor. */
export function withOpenLog<T>(layout: EmbeddedLayout, use: (descriptor: number) => T): T {
  const descriptor = openSync(layout.logFile, 'a', 0o600);
  try {
    if (process.getuid?.() === 0) {
      // Root may be running in an ordinary user's folder. That user must be able to write every
      // file in it.
      const { uid, gid } = statSync(layout.rootDir);
      fchownSync(descriptor, uid, gid);
    }
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the last error in PostgreSQL's log, or else its last line; empty if the log is empty. */
export function readLastError({ logFile }: EmbeddedLayout): string {
  if (!existsSync(logFile)) return '';
  const lines = readFileSync(logFile, 'utf8').split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC|error while loading/.test(line));
  return (reason ?? lines.findLast(Boolean) ?? '').replace(/^.*?(?=FATAL|PANIC)/, '').trim();
}
