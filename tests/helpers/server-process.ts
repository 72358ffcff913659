/** A real server in a separate process, as run by `npm start`, with the test's database and folder. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../../src/server/main.ts');
/** Long, because the machine may be busy. */
const READY_TIMEOUT_MS = 240_000;

/** A server under test. */
export type ServerProcess = {
  /** Its base URL, without a trailing slash. */
  url: string;
  process: ChildProcess;
  /** Returns everything printed so far. */
  output: () => string;
  /** Stops it like Ctrl-C and waits; returns the exit code. */
  stop: () => Promise<number | null>;
};

/**
 * Starts `src/server/main.ts`, or another program, on a free port and waits until it prints that it is ready.
 *
 * @param settings environment variables (README.md, Settings); only PATH is passed on from the tests' environment
 * @param file another program that prints `ready at ADDRESS`
 * @throws Error with its output if it exits first or is not ready after four minutes
 */
export async function startServerProcess(
  settings: Record<string, string>,
  file = MAIN,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      NODE_ENV: 'production',
      ...settings,
    },
    // The channel closes when the test process ends in any way, and the server then stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let output = '';
  const ready = Promise.withResolvers<string>();
  const listen = (chunk: Buffer) => {
    output += chunk.toString();
    const address = /ready at (http:\/\/localhost:\d+)/.exec(output)?.[1];
    if (address !== undefined) ready.resolve(address);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.once('exit', (code) => {
    ready.reject(new Error(`The server ended with ${code ?? 'a signal'}:\n${output}`));
    // A crash: the test would only show requests that fail to connect.
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
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
        return child.exitCode;
      },
    };
  } finally {
    clearTimeout(timer);
  }
}
