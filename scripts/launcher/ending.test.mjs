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

/** Starts the launcher in a separate process group, like a terminal, and waits for its child's process id. */
async function launch(...args) {
  const launcher = spawn(process.execPath, [fixture, ...args], {
    detached: true,
    env: { ...process.env, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run = { launcher, output: '', ended: once(launcher, 'close') };
  launcher.stdout.setEncoding('utf8').on('data', (text) => (run.output += text));
  await until(() => /(pid|tool) \d+/.test(run.output));
  return {
    ...run,
    output: () => run.output,
    childPid: Number(/(?:pid|tool) (\d+)/.exec(run.output)[1]),
  };
}

const until = (condition) => expect.poll(condition, { interval: 10 }).toBe(true);

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
  test.each([0, 1, 7])('passes on its exit code %i', async (code) => {
    const { ended } = await launch('command', String(code));
    expect(await ended).toEqual([code, null]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'receives %s to the whole group once',
    async (signal) => {
      const logFile = join(folder, 'log');
      const { launcher, ended, childPid } = await launch('command', 'wait', logFile);
      process.kill(-Number(launcher.pid), signal);
      process.kill(-Number(launcher.pid), signal);
      expect(await ended).toEqual([0, null]);
      expect(readFileSync(logFile, 'utf8')).toBe(`${signal}\n`);
      expect(isAlive(childPid)).toBe(false);
    },
  );

  test('ends the launcher when it receives a signal itself', async () => {
    const { ended, childPid } = await launch('command', 'wait', join(folder, 'log'));
    process.kill(childPid, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('is detected when it is killed', async () => {
    const { ended, childPid } = await launch('command', 'wait', join(folder, 'log'));
    process.kill(childPid, 'SIGKILL');
    expect(await ended).toEqual([137, null]);
  });

  test('is signaled if its launcher is killed', async () => {
    const logFile = join(folder, 'log');
    const { launcher, childPid } = await launch('command', 'wait', logFile);
    launcher.kill('SIGKILL');
    await until(() => !isAlive(childPid));
    expect(readFileSync(logFile, 'utf8')).toBe('disconnect\n');
  });
});

describe('a tool of the preparation', () => {
  test('returns its output', async () => {
    const { ended, output } = await launch('tool', '3');
    expect(await ended).toEqual([0, null]);
    expect(output()).toMatch(/^tool \d+\n3 pid \d+\n$/);
  });

  test('ends with the launcher, which exits by the signal it received', async () => {
    const readyFile = join(folder, 'ready');
    const { launcher, ended, childPid } = await launch('tool', 'wait', '', readyFile);
    await until(() => existsSync(readyFile));
    launcher.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(isAlive(childPid)).toBe(false);
  });
});
