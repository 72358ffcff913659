import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('./launch.fixture.mjs', import.meta.url));
let folder = '';

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'doorstep-launch-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the launcher in a separate process group, as a terminal does, and waits for its child's process ID. */
async function launch(...args) {
  const launcher = spawn(process.execPath, [fixture, ...args], {
    detached: true,
    env: { ...process.env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run = { launcher, output: '', exited: once(launcher, 'close') };
  launcher.stdout.setEncoding('utf8').on('data', (text) => (run.output += text));
  await waitUntil(() => /(pid|tool) \d+/.test(run.output));
  return {
    ...run,
    output: () => run.output,
    childPid: Number(/(?:pid|tool) (\d+)/.exec(run.output)[1]),
  };
}

const waitUntil = (condition) => expect.poll(condition, { interval: 10 }).toBe(true);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(
      existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '',
    );
  } catch {
    return false;
  }
}

describe('a command', () => {
  test.each([0, 1, 7])('propagates its exit code %i', async (code) => {
    const { exited } = await launch('command', String(code));
    expect(await exited).toEqual([code, null]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'receives %s only once if it is sent to the whole group',
    async (signal) => {
      const logFile = join(folder, 'log');
      const { launcher, exited, childPid } = await launch('command', 'wait', logFile);
      process.kill(-Number(launcher.pid), signal);
      process.kill(-Number(launcher.pid), signal);
      expect(await exited).toEqual([0, null]);
      expect(readFileSync(logFile, 'utf8')).toBe(`${signal}\n`);
      expect(isAlive(childPid)).toBe(false);
    },
  );

  test('stops the launcher when it receives a signal directly', async () => {
    const { exited, childPid } = await launch('command', 'wait', join(folder, 'log'));
    process.kill(childPid, 'SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('makes the launcher exit with 137 when it is killed', async () => {
    const { exited, childPid } = await launch('command', 'wait', join(folder, 'log'));
    process.kill(childPid, 'SIGKILL');
    expect(await exited).toEqual([137, null]);
  });

  test('is notified if its launcher is killed', async () => {
    const logFile = join(folder, 'log');
    const { launcher, childPid } = await launch('command', 'wait', logFile);
    launcher.kill('SIGKILL');
    await waitUntil(() => !isAlive(childPid));
    expect(readFileSync(logFile, 'utf8')).toBe('disconnect\n');
  });
});

describe('a preparation tool', () => {
  test('returns its exit code and output', async () => {
    const { exited, output } = await launch('tool', '3');
    expect(await exited).toEqual([0, null]);
    expect(output()).toMatch(/^tool \d+\n3 pid \d+\n$/);
  });

  test('stops with the launcher, which exits with the signal it received', async () => {
    const readyFile = join(folder, 'ready');
    const { launcher, exited, childPid } = await launch('tool', 'wait', '', readyFile);
    await waitUntil(() => existsSync(readyFile));
    launcher.kill('SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);
    expect(isAlive(childPid)).toBe(false);
  });
});
