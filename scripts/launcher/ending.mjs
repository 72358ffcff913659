/**
 * Ends a command on a signal, or when the process that started it has exited.
 *
 * Ctrl-C reaches npm and the launcher, and npm forwards it once more. Every child runs in a separate session, so that
 * it receives the signal just once, from the launcher.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_POLL_MS = 500;
/** Longer than the server's own limit of 30 s. */
const KILL_AFTER_MS = 40_000;
/** Installing and building tools have nothing to save. */
const KILL_TOOLS_AFTER_MS = 2_000;

/** The first signal; `null` until then. */
let endSignal = null;
/** Forwards the signal to the running child. */
let forward = null;

/** Starts listening for signals. Call it first. */
export function listenForEnd() {
  for (const signal of SIGNALS) process.on(signal, () => requestEnd(signal));
  // A killed npm forwards no signals, so its exit is detected here. Other parents may exit first on purpose.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid !== parent) requestEnd('SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}

function requestEnd(signal) {
  if (endSignal) return;
  endSignal = signal;
  forward?.(signal);
}

/** Ends the launcher like the received signal would have, if there was one. Call it between two steps. */
export function endIfSignaled() {
  if (endSignal) endLike(endSignal);
}

function endLike(signal) {
  for (const each of SIGNALS) process.removeAllListeners(each);
  process.kill(process.pid, signal);
  // Reached if the signal is ignored.
  process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a preparation tool and waits for it. Its whole process group ends with the launcher.
 *
 * @returns {Promise<{ code: number | null, output: string }>} its output, to be shown if it failed
 */
export async function runTool(program, args, { cwd, env, onStart }) {
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  if (child.pid) onStart?.(child.pid);
  const code = await whileRunning(child, 'close', KILL_TOOLS_AFTER_MS, (signal) =>
    signalGroup(child, signal),
  );
  endIfSignaled();
  return { code, output };
}

/**
 * Hands over to the command itself; the launcher ends when it ends, with its exit code.
 *
 * The channel between the two only signals the end: it closes when the launcher is killed, which the command treats
 * like a signal (src/server/process/run-command.ts).
 */
export async function handOver(program, args, { cwd, env }) {
  endIfSignaled();
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const code = await whileRunning(child, 'exit', KILL_AFTER_MS, (signal) => child.kill(signal));
  // Ends processes that a killed command left in its group.
  signalGroup(child, 'SIGKILL');
  if (child.signalCode && SIGNALS.includes(child.signalCode)) endLike(child.signalCode);
  process.exit(child.signalCode ? 128 + constants.signals[child.signalCode] : code);
}

/** Resolves at `event` with the exit code, `null` after a signal; rejects if the program cannot be started. */
function whileRunning(child, event, killAfterMs, pass) {
  let killTimer;
  forward = (signal) => {
    pass(signal);
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs);
  };
  if (endSignal) forward(endSignal);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(event, resolve);
  }).finally(() => {
    clearTimeout(killTimer);
    forward = null;
  });
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already exited.
  }
}
