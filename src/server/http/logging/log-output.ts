/**
 * The destination of log lines: standard output, in order and without blocking.
 *
 * When the terminal is closed or the reader has exited, the log library's default destination retries in a busy loop:
 * the server would neither respond nor exit.
 */

import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Retry delay for a slow reader, in milliseconds. */
const PAUSE_MS = 100;
/** Characters buffered for a slow reader; beyond that, lines are dropped. */
const MAX_WAITING = 8 * 1024 * 1024;
/** Retries for a slow reader before the process exits. */
const LAST_PAUSES = 10;

/** Writes in progress. */
const inProgress = new Set<Promise<void>>();

/**
 * Waits until pending lines are written, at most a second because the reader may be gone: a process that exits would
 * otherwise write its last lines before them or lose them.
 */
export async function logsWritten(): Promise<void> {
  const patience = new AbortController();
  const { signal } = patience;
  await Promise.race([
    Promise.all(inProgress),
    sleep(LAST_PAUSES * PAUSE_MS, undefined, { signal }).catch(() => undefined),
  ]);
  patience.abort();
}

/** A destination for whole lines. */
export type LogOutput = { write: (line: string) => void };

/** @param fd the file descriptor to write to; the caller leaves it open */
export function createLogOutput(fd = 1): LogOutput {
  let waiting = '';
  /** The unwritten rest of the current lines. */
  let begun = Buffer.alloc(0);
  let isWriting = false;
  let isGone = false;

  /** Returns whether there is something to write. */
  function takeMore(): boolean {
    if (begun.length === 0) {
      begun = Buffer.from(waiting);
      waiting = '';
    }
    return begun.length > 0;
  }

  function writeNext(): void {
    isWriting = takeMore();
    if (!isWriting) return;
    const written = Promise.withResolvers<void>();
    inProgress.add(written.promise);
    write(fd, begun, (error, byteCount) => {
      inProgress.delete(written.promise);
      written.resolve();
      if (error !== null && !isBusy(error)) {
        isGone = true;
        return;
      }
      begun = begun.subarray(byteCount ?? 0);
      if (error === null) return writeNext();
      isWriting = false;
      setTimeout(writeNext, PAUSE_MS).unref();
    });
  }

  /** Writes the remaining lines synchronously; the system finishes the write in progress. */
  function writeLast(): void {
    if (isGone) return;
    if (isWriting) begun = Buffer.alloc(0);
    for (let pausesLeft = LAST_PAUSES; takeMore() && pausesLeft > 0;) {
      try {
        begun = begun.subarray(writeSync(fd, begun));
      } catch (error) {
        if (!isBusy(error)) return;
        pausesLeft -= 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }

  let isUsed = false;
  return {
    write: (line) => {
      if (isGone || waiting.length > MAX_WAITING) return;
      if (!isUsed) process.once('exit', writeLast);
      isUsed = true;
      waiting += line;
      if (!isWriting && begun.length === 0) writeNext();
    },
  };
}

/** Returns whether the reader is only slow. */
const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
