/** Runs a process's main function and handles signals, errors, and the exit code. */

import { constants } from 'node:os';
import { flushLogs } from '../http/logging/log-output.ts';
import { StartError } from '../errors/start-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a command can take to finish after a signal. */
const SHUTDOWN_TIMEOUT_MS = 30_000;

/**
 * Runs a command and then exits the process. The exit code is `process.exitCode` (0 by default), 1 after an error, or
 * 128 plus the signal's number if the command threw or did not finish in time after a signal.
 *
 * `shutdownSignal` is aborted by the first SIGINT, SIGTERM, or SIGHUP (Ctrl-C in a terminal sends
 * several), and when the launcher that started this process has exited. The command then has 30
 * seconds to finish. It must return if it finished cleanly and throw if its work is incomplete
 * (`shutdownSignal.throwIfAborted()`).
 *
 * A `StartError` is printed as one line, and any other error with its stack.
 */
export function runCommand(command: (shutdownSignal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController();
  let receivedSignal: (typeof SIGNALS)[number] | undefined;
  const shutDown = (signal: (typeof SIGNALS)[number]): void => {
    if (receivedSignal) return;
    receivedSignal = signal;
    // Exiting also signals an embedded database to stop.
    setTimeout(() => process.exit(exitCodeOf(signal)), SHUTDOWN_TIMEOUT_MS).unref();
    controller.abort(new Error(`Received ${signal}`));
  };
  for (const signal of SIGNALS) process.on(signal, () => shutDown(signal));
  // The reader of the output may exit while the work continues.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // The launcher opens its channel only for this (scripts/launcher/shutdown.mjs). It must not keep the process alive.
  process.once('disconnect', () => shutDown('SIGTERM'));
  process.channel?.unref();

  const exit = async (code = process.exitCode) => {
    await flushLogs();
    process.exit(code);
  };
  void command(controller.signal).then(
    () => exit(),
    (error: unknown) => {
      if (receivedSignal) return exit(exitCodeOf(receivedSignal));
      process.stderr.write(`${describeError(error)}\n`);
      return exit(1);
    },
  );
}

function exitCodeOf(signal: (typeof SIGNALS)[number]): number {
  return 128 + constants.signals[signal];
}

function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
