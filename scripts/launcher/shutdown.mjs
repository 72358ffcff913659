/**
 * Runs tools and commands, and stops them on a signal or when the npm that started the launcher has exited.
 *
 * Ctrl-C reaches both npm and the launcher, and npm forwards it again. Every child runs in a separate session so that it
 * receives the signal only once, from the launcher.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_POLL_MS = 500;
/** Longer than the server's own shutdown limit of 30 s. */
const KILL_AFTER_MS = 40_000;
/** Tools that install and build have no state to save. */
const KILL_TOOLS_AFTER_MS = 2_000;

/** The first received signal, or `null`. */
let shutdownSignal = null;
/** Forwards the signal to the running child; `null` if there is none. */
let forward = null;

/** Starts listening for signals. Call this first. */
export function listenForSignals() {
  for (const signal of SIGNALS) process.on(signal, () => requestShutdown(signal));
  // A killed npm cannot forward signals, so its exit is detected here. Other parents may exit first by design.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid !== parent) requestShutdown('SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}

function requestShutdown(signal) {
  if (shutdownSignal) return;
  shutdownSignal = signal;
  forward?.(signal);
}

/** Exits with the received signal, if any. Call this between steps. */
export function exitIfSignaled() {
  if (shutdownSignal) exitWithSignal(shutdownSignal);
}

function exitWithSignal(signal) {
  for (const name of SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
  // Reached if the signal is ignored.
  process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a preparation tool, and waits until it exits. Its process group is stopped with the launcher.
 *
 * @returns {Promise<{ code: number | null, output: string }>} the output to show if it failed
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
  const code = await waitForExit(child, 'close', KILL_TOOLS_AFTER_MS, (signal) =>
    signalGroup(child, signal),
  );
  exitIfSignaled();
  return { code, output };
}

/**
 * Runs the command itself, then exits with its exit code.
 *
 * The IPC channel only detects the launcher's exit: it closes when the launcher is killed, which the command treats like
 * a signal (src/server/process/run-command.ts).
 */
export async function runAndExit(program, args, { cwd, env }) {
  exitIfSignaled();
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const code = await waitForExit(child, 'exit', KILL_AFTER_MS, (signal) => child.kill(signal));
  // Stops processes that a killed command left in its group.
  signalGroup(child, 'SIGKILL');
  if (child.signalCode && SIGNALS.includes(child.signalCode)) exitWithSignal(child.signalCode);
  process.exit(child.signalCode ? 128 + constants.signals[child.signalCode] : code);
}

/** Resolves on `event` with the exit code (`null` after a signal). Rejects if the program cannot be started. */
function waitForExit(child, event, killAfterMs, sendSignal) {
  let killTimer;
  forward = (signal) => {
    sendSignal(signal);
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs);
  };
  if (shutdownSignal) forward(shutdownSignal);
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
