import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.mjs';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-lock-'));
  file = join(folder, 'cache', 'lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

function findDeadPid() {
  return spawnSync('true').pid;
}

async function simulateHolders(...pids) {
  await withLock(file, async () => undefined, vi.fn());
  writeFileSync(file, JSON.stringify(pids));
}

test('allows one holder at a time, and notifies a waiting process once', async () => {
  const events = [];
  const onWait = vi.fn();
  const acquire = (name) =>
    withLock(
      file,
      async () => {
        events.push(`${name} in`);
        await sleep(300);
        events.push(`${name} out`);
      },
      onWait,
    );
  await Promise.all([acquire('one'), acquire('two')]);
  expect(events).toEqual(['one in', 'one out', 'two in', 'two out']);
  expect(onWait).toHaveBeenCalledOnce();
  expect(existsSync(file)).toBe(false);
});

test('releases the lock after a failure', async () => {
  const fail = withLock(file, () => Promise.reject(new Error('broken')), vi.fn());
  await expect(fail).rejects.toThrow('broken');
  expect(existsSync(file)).toBe(false);
});

test('does not wait for a holder that was killed', async () => {
  await simulateHolders(findDeadPid());
  const onWait = vi.fn();
  expect(await withLock(file, async () => 'mine', onWait)).toBe('mine');
  expect(onWait).not.toHaveBeenCalled();
});

test('waits for a tool that a killed holder started', async () => {
  const killedPid = findDeadPid();
  const tool = spawn('cat');
  await simulateHolders(killedPid, tool.pid);
  const onWait = vi.fn(() => tool.stdin.end());
  await withLock(file, async () => undefined, onWait);
  expect(onWait).toHaveBeenCalledOnce();
  expect(tool.exitCode).toBe(0);
});

test('ignores a lock untouched for 30 seconds, even if another process has its holder’s ID', async () => {
  await simulateHolders(process.ppid);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  const onWait = vi.fn();
  await withLock(file, async () => undefined, onWait);
  expect(onWait).not.toHaveBeenCalled();
});
