/**
 * Tracks which processes use the embedded server with kernel locks.
 *
 * Two locks on two empty files, taken through SQLite, whose file locks work the same on Linux and
 * macOS and vanish with the process that holds them, no matter how it ended: no process ids that
 * could be stale or reused (decision 003).
 *
 * - The gate is held by one process at a time, while it starts or stops the server.
 * - A lease is held by every process while it uses the server. A process that exits checks, inside
 *   the gate, whether it was the last one, and only then stops the server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../errors/start-error.ts';

const GATE_POLL_MS = 40;

/** A lock held until `release` is called or the process ends. Releasing twice is harmless. */
export interface Held {
  release(): void;
}

/** Waits for the gate, at most `timeoutMs`; then throws a `StartError`, because another process seems stuck. */
export async function enterGate(gateFile: string, timeoutMs: number): Promise<Held> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const gate = tryLock(gateFile, 'BEGIN EXCLUSIVE');
    if (gate) return gate;
    if (performance.now() > deadline) {
      throw new StartError(
        `Another Doorstep command has been starting or stopping the database for too long (${gateFile}).`,
      );
    }
    await sleep(GATE_POLL_MS);
  }
}

/** Returns the gate if it is free, else `undefined`. */
export function tryEnterGate(gateFile: string): Held | undefined {
  return tryLock(gateFile, 'BEGIN EXCLUSIVE');
}

/** Registers this process as a user of the server. Call it inside the gate. */
export function takeLease(leaseFile: string): Held {
  const lease = tryLock(leaseFile, 'BEGIN; SELECT 1 FROM sqlite_schema');
  if (!lease) throw new Error(`${leaseFile} is locked against its protocol`);
  return lease;
}

/** Returns whether any process uses the server. Call it inside the gate, after releasing your own lease. */
export function isLeased(leaseFile: string): boolean {
  const everything = tryLock(leaseFile, 'BEGIN EXCLUSIVE');
  everything?.release();
  return everything === undefined;
}

function tryLock(file: string, statement: string): Held | undefined {
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
