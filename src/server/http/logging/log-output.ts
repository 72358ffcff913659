/**
 * Writes log lines to standard output, in order and without blocking.
 *
 * When the terminal is closed or the reader has exited, the log library's default destination retries in a busy loop,
 * and the server would neither respond nor exit.
 */

import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The retry delay for a slow reader or a full disk. */
const PAUSE_MS = 100;
/** The maximum number of buffered characters. Additional lines are dropped. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024;
/** The maximum number of retries before the process exits. */
const MAX_FINAL_RETRIES = 10;

/** Writes in progress. */
const inProgress = new Set<Promise<void>>();

/**
 * Waits until the writes in progress have ended, but at most a second because the reader may have
 * exited. Without this wait, an exiting process would lose lines or write them out of order.
 */
export async function flushLogs(): Promise<void> {
  const timeout = new AbortController();
  const { signal } = timeout;
  await Promise.race([
    Promise.all(inProgress),
    sleep(MAX_FINAL_RETRIES * PAUSE_MS, undefined, { signal }).catch(() => undefined),
  ]);
  timeout.abort();
}

/** Receives complete lines. */
export type LogOutput = { write: (line: string) => void };

/** @param fd the file descriptor to write to; the caller leaves it open */
export function createLogOutput(fd = 1): LogOutput {
  let pendingText = '';
  /** The unwritten part of the lines being written. */
  let current = Buffer.alloc(0);
  let isWriting = false;
  let isClosed = false;

  /** Moves waiting lines to `current` if it is empty; returns whether there is anything to write. */
  function takeNextLines(): boolean {
    if (current.length === 0) {
      current = Buffer.from(pendingText);
      pendingText = '';
    }
    return current.length > 0;
  }

  function writeNext(): void {
    isWriting = takeNextLines();
    if (!isWriting) return;
    const pendingWrite = Promise.withResolvers<void>();
    inProgress.add(pendingWrite.promise);
    write(fd, current, (error, byteCount) => {
      inProgress.delete(pendingWrite.promise);
      pendingWrite.resolve();
      if (error !== null && !isTemporary(error)) {
        isClosed = true;
        return;
      }
      current = current.subarray(byteCount ?? 0);
      if (error === null) return writeNext();
      isWriting = false;
      setTimeout(writeNext, PAUSE_MS).unref();
    });
  }

  /** Writes the remaining lines synchronously. The system completes the write in progress. */
  function writeRemaining(): void {
    if (isClosed) return;
    if (isWriting) current = Buffer.alloc(0);
    for (let remainingRetries = MAX_FINAL_RETRIES; takeNextLines() && remainingRetries > 0;) {
      try {
        current = current.subarray(writeSync(fd, current));
      } catch (error) {
        if (!isTemporary(error)) return;
        remainingRetries -= 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }

  let hasExitHandler = false;
  return {
    write: (line) => {
      if (isClosed || pendingText.length > MAX_WAITING_LENGTH) return;
      if (!hasExitHandler) process.once('exit', writeRemaining);
      hasExitHandler = true;
      pendingText += line;
      if (!isWriting && current.length === 0) writeNext();
    },
  };
}

/**
 * A slow reader, or a full disk or quota. A closed terminal responds with EIO, so that error is final
 * even though disks have it, too.
 */
const TEMPORARY_ERRORS = new Set<unknown>(['EAGAIN', 'EBUSY', 'ENOSPC', 'EDQUOT']);

const isTemporary = (error: unknown) =>
  error instanceof Error && 'code' in error && TEMPORARY_ERRORS.has(error.code);
