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

const BEAT_MS = 2_000;
/** A holder that has not touched the file for this long is dead, even if a process has its id. */
const STALE_AFTER_MS = 30_000;
const POLL_MS = 250;

/**
 * Runs `work` while no other process holds the lock. The lock of a killed process does not count, unless a tool that it
 * started is still running.
 *
 * @template T
 * @param {string} file
 * @param {(noteTool: (pid: number) => void) => Promise<T>} work gets a function to register its tools' process ids
 * @param {() => void} onWait called once if there is a wait
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let isWaiting = false;
  while (!tryTake(file)) {
    if (removeStale(file)) continue;
    if (!isWaiting) onWait();
    isWaiting = true;
    await sleep(POLL_MS);
  }
  const beat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // The cache folder was cleared; there is nothing left to keep alive.
    }
  }, BEAT_MS);
  try {
    return await work((pid) => writeFileSync(file, JSON.stringify([process.pid, pid])));
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

function tryTake(file) {
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

/** Removes the lock of a dead holder; `true` if the lock may be free now. */
function removeStale(file) {
  const seen = read(file);
  if (seen === undefined) return true;
  if (!isStale(seen)) return false;
  // Two processes can get here at the same time: one that moved a newly taken lock puts it back.
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside)?.text !== seen.text) linkSync(aside, file);
  } catch {
    return true;
  } finally {
    rmSync(aside, { force: true });
  }
  return true;
}

function read(file) {
  try {
    return { text: readFileSync(file, 'utf8'), touchedAt: statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function isStale({ text, touchedAt }) {
  const silentMs = Date.now() - touchedAt;
  let holders;
  try {
    holders = JSON.parse(text);
  } catch {
    // Just being written, unless its writer died at that moment.
    return silentMs > BEAT_MS;
  }
  const [, tool] = holders;
  if (tool === undefined) return silentMs > STALE_AFTER_MS || !isAlive(holders[0]);
  return silentMs > STALE_AFTER_MS ? !isAlive(tool) : holders.every((pid) => !isAlive(pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
