import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('./command.fixture.ts', import.meta.url));

/** Runs a command from `command.fixture.ts` and calls `onReady` once it is ready. */
async function run(kind: string, onReady?: (child: ReturnType<typeof spawn>) => void) {
  const child = spawn(process.execPath, [fixture, kind], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
    if (output === 'ready\n') onReady?.(child);
  });
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  // After `disconnect`, there is no `close` event, but all output has arrived.
  const [code] = await once(child, 'exit');
  await new Promise((resolve) => setImmediate(resolve));
  return { code, output, errors };
}

describe('a command that finishes on its own', () => {
  test('exits with 0 or with the exit code that it has set', async () => {
    expect(await run('done')).toEqual({ code: 0, output: '', errors: '' });
    expect(await run('code')).toMatchObject({ code: 3 });
  });

  test('prints a StartError as one line, and other errors with their stack', async () => {
    expect(await run('startError')).toEqual({
      code: 1,
      output: '',
      errors: 'PORT must be a number.\n',
    });
    const bug = await run('bug');
    expect(bug.code).toBe(1);
    expect(bug.errors).toMatch(/^Error: A bug\n +at /);
  });
});

describe('a command that is interrupted', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'shuts down cleanly after repeated %s signals',
    async (signal) => {
      const result = await run('serve', (child) => {
        child.kill(signal);
        child.kill(signal);
      });
      expect(result).toEqual({ code: 0, output: 'ready\nfinished cleanly\n', errors: '' });
    },
  );

  test('writes the last log lines', async () => {
    const result = await run('log', (child) => child.kill('SIGTERM'));
    const output = 'ready\nshutting down\nfirst\nsecond\nthird\n';
    expect(result).toEqual({ code: 0, output, errors: '' });
  });

  test('exits even if its output pipe is closed', async () => {
    const result = await run('log', (child) => {
      child.stdout?.destroy();
      child.kill('SIGTERM');
    });
    expect(result).toEqual({ code: 0, output: 'ready\n', errors: '' });
  });

  test('shuts down when its launcher exits', async () => {
    const result = await run('serve', (child) => child.disconnect());
    expect(result).toMatchObject({ code: 0, output: 'ready\nfinished cleanly\n' });
  });

  test('exits with the code of its signal if work is unfinished', async () => {
    expect(await run('interrupted', (child) => child.kill('SIGINT'))).toMatchObject({
      code: 130,
      errors: '',
    });
    expect(await run('interrupted', (child) => child.kill('SIGTERM'))).toMatchObject({ code: 143 });
  });
});
