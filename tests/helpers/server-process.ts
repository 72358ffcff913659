/** A real server in a separate process, as `npm start` runs it, with the test's database and folder. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN_SCRIPT = path.join(import.meta.dirname, '../../src/server/main.ts');
/** Long enough for a busy machine. */
const READY_TIMEOUT_MS = 240_000;

/** A server under test. */
export type ServerProcess = {
  /** Its base URL, without a trailing slash. */
  url: string;
  process: ChildProcess;
  /** Returns its output so far. */
  output: () => string;
  /** Stops it with SIGTERM and waits; returns the exit code, or null if a signal ended it. */
  stop: () => Promise<number | null>;
};

/**
 * Starts `src/server/main.ts`, or another program, on a free port and waits until it prints that it is ready.
 *
 * @param settings environment variables (README.md, Settings); only PATH and HOME are passed on from the tests' environment
 * @param file another program that prints `ready at URL`
 * @throws Error with its output if it exits first or is not ready after four minutes
 */
export async function startServerProcess(
  settings: Record<string, string>,
  file = MAIN_SCRIPT,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      NODE_ENV: 'production',
      ...settings,
    },
    // When the test process ends for any reason, the channel closes and the server stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let output = '';
  const ready = Promise.withResolvers<string>();
  const collectOutput = (chunk: Buffer) => {
    output += chunk.toString();
    const readyUrl = /ready at (http:\/\/localhost:\d+)/.exec(output)?.[1];
    if (readyUrl !== undefined) ready.resolve(readyUrl);
  };
  child.stdout?.on('data', collectOutput);
  child.stderr?.on('data', collectOutput);
  child.once('exit', (code) => {
    ready.reject(new Error(`The server exited with ${code ?? 'a signal'}:\n${output}`));
    // After a crash, the test itself would only report failed connections.
    if (code === 1) process.stderr.write(output);
  });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    ready.reject(new Error(`The server was not ready in time:\n${output}`));
  }, READY_TIMEOUT_MS);
  try {
    const url = await ready.promise;
    return {
      url,
      process: child,
      output: () => output,
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
        return child.exitCode;
      },
    };
  } finally {
    clearTimeout(timer);
  }
}
