/**
 * Tracks which processes use the embedded server, with kernel locks on two empty files. The locks are acquired through
 * SQLite, whose file locks work the same on Linux and macOS and are released when a process ends for any reason. Unlike
 * process IDs, they cannot be stale or reused (decision 003).
 *
 * - The control lock is exclusive: a process holds it while it starts or stops the server.
 * - The lease is shared: every process holds it while it uses the server. A process that no longer needs the server
 *   stops it, under the control lock, if no other process holds a lease.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../errors/start-error.ts';

const LOCK_POLL_MS = 40;

/**
 * A lock that lasts until `release` is called or the process ends. Releasing it twice is harmless.
 */
export interface LockHandle {
  release(): void;
}

/**
 * Waits for the control lock.
 *
 * @throws StartError after `timeoutMs` because another process seems to be stuck
 */
export async function acquireControlLock(
  controlLockFile: string,
  timeoutMs: number,
): Promise<LockHandle> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(controlLockFile, 'BEGIN EXCLUSIVE');
    if (lock) return lock;
    if (performance.now() > deadline) {
      throw new StartError(
        `Another Doorstep command has been starting or stopping the database for too long (${controlLockFile}).`,
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}

/** Returns the control lock if it is free, otherwise `undefined`. */
export function tryAcquireControlLock(controlLockFile: string): LockHandle | undefined {
  return tryLock(controlLockFile, 'BEGIN EXCLUSIVE');
}

/** Registers this process as a user of the server. The caller must hold the control lock. */
export function acquireLease(leaseFile: string): LockHandle {
  const lease = tryLock(leaseFile, 'BEGIN; SELECT 1 FROM sqlite_schema');
  if (!lease)
    throw new Error(`${leaseFile} is locked exclusively, although the control lock is held`);
  return lease;
}

/**
 * Returns whether any process uses the server. The caller must hold the control lock and have released its own lease.
 */
export function isLeased(leaseFile: string): boolean {
  const exclusiveLock = tryLock(leaseFile, 'BEGIN EXCLUSIVE');
  exclusiveLock?.release();
  return exclusiveLock === undefined;
}

function tryLock(file: string, statement: string): LockHandle | undefined {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    handle.exec(statement);
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release() {
      if (handle.isOpen) handle.close();
    },
  };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
