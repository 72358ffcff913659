import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const fixture = fileURLToPath(new URL('./command.fixture.ts', import.meta.url));

/** Runs a kind of command; once it is ready, calls `disturb`. */
async function run(kind: string, disturb?: (child: ReturnType<typeof spawn>) => void) {
  const child = spawn(process.execPath, [fixture, kind], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let complaints = '';
  child.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
    if (output === 'ready\n') disturb?.(child);
  });
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
  // After `disconnect` there is no `close` event, but all output has arrived by then.
  const [code] = await once(child, 'exit');
  await new Promise((resolve) => setImmediate(resolve));
  return { code, output, complaints };
}

describe('a command that finishes by itself', () => {
  test('exits with 0, or with the code that it has set', async () => {
    expect(await run('done')).toEqual({ code: 0, output: '', complaints: '' });
    expect(await run('code')).toMatchObject({ code: 3 });
  });

  test('prints a StartError as one line, and a bug with its stack', async () => {
    expect(await run('advice')).toEqual({
      code: 1,
      output: '',
      complaints: 'PORT must be a number.\n',
    });
    const fault = await run('fault');
    expect(fault.code).toBe(1);
    expect(fault.complaints).toMatch(/^Error: A fault\n +at /);
  });
});

describe('a command that is interrupted', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends cleanly after one or more %s',
    async (signal) => {
      const result = await run('serve', (child) => {
        child.kill(signal);
        child.kill(signal);
      });
      expect(result).toEqual({ code: 0, output: 'ready\nfinished cleanly\n', complaints: '' });
    },
  );

  test('writes the last lines of its log', async () => {
    const result = await run('log', (child) => child.kill('SIGTERM'));
    const output = 'ready\ntold to end\nfirst\nsecond\nthird\n';
    expect(result).toEqual({ code: 0, output, complaints: '' });
  });

  test('ends when its output pipe is closed, too', async () => {
    const result = await run('log', (child) => {
      child.stdout?.destroy();
      child.kill('SIGTERM');
    });
    expect(result).toEqual({ code: 0, output: 'ready\n', complaints: '' });
  });

  test('ends when its launcher exits, too', async () => {
    const result = await run('serve', (child) => child.disconnect());
    expect(result).toMatchObject({ code: 0, output: 'ready\nfinished cleanly\n' });
  });

  test('shows by its exit code that its work is unfinished', async () => {
    expect(await run('interrupted', (child) => child.kill('SIGINT'))).toMatchObject({
      code: 130,
      complaints: '',
    });
    expect(await run('interrupted', (child) => child.kill('SIGTERM'))).toMatchObject({ code: 143 });
  });
});
