import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
/**
 * A holder that has not touched the file for this long is considered dead, even if another process
 * now has its ID. A tool that it started still holds the lock while it runs.
 */
const STALE_AFTER_MS = 30_000;
const POLL_MS = 250;

/**
 * Runs `work` while holding the lock. Ignores the lock held by a killed process, unless a tool that it started is still
 * running.
 *
 * @template T
 * @param {string} file
 * @param {(registerTool: (pid: number) => void) => Promise<T>} work receives a function that registers the process ID of the tool that it is running
 * @param {() => void} onWait called once if the lock is taken
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let isWaiting = false;
  while (!tryAcquire(file)) {
    if (removeStale(file)) continue;
    if (!isWaiting) onWait();
    isWaiting = true;
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // The cache folder was deleted, so there is no lock to keep alive.
    }
  }, HEARTBEAT_MS);
  try {
    return await work((pid) => writeFileSync(file, JSON.stringify([process.pid, pid])));
  } finally {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  }
}

function tryAcquire(file) {
  try {
    const descriptor = openSync(file, 'wx');
    writeFileSync(descriptor, JSON.stringify([process.pid]));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock held by a dead process. @returns whether the lock may be free now */
function removeStale(file) {
  const observed = readLock(file);
  if (observed === undefined) return true;
  if (!isStale(observed)) return false;
  // Two processes can get here at the same time, so a process that moved a newly acquired lock puts
  // it back.
  const movedFile = `${file}.${process.pid}`;
  try {
    renameSync(file, movedFile);
    if (readLock(movedFile)?.text !== observed.text) linkSync(movedFile, file);
  } catch {
    return true;
  } finally {
    rmSync(movedFile, { force: true });
  }
  return true;
}

function readLock(file) {
  try {
    return { text: readFileSync(file, 'utf8'), touchedAt: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function isStale({ text, touchedAt }) {
  const idleMs = Date.now() - touchedAt;
  let holders;
  try {
    holders = JSON.parse(text);
  } catch {
    // The file is being written, unless its writer has died.
    return idleMs > HEARTBEAT_MS;
  }
  const [, tool] = holders;
  if (tool === undefined) return idleMs > STALE_AFTER_MS || !isAlive(holders[0]);
  return idleMs > STALE_AFTER_MS ? !isAlive(tool) : holders.every((pid) => !isAlive(pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
