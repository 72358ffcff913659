/** The main function of every process: handles signals, errors, and the exit code. */

import { constants } from 'node:os';
import { flushLogs } from '../http/logging/log-output.ts';
import { StartError } from '../errors/start-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a command may take to finish after the signal, in milliseconds. */
const END_TIMEOUT_MS = 30_000;

/**
 * Runs a command as this process's only work, and exits when it is done: with 0, with 1 after an error, or with 128
 * plus the signal's number if it was interrupted and threw.
 *
 * `shutdownSignal` is aborted by the first SIGINT, SIGTERM, or SIGHUP (Ctrl-C in a terminal sends several), and when the
 * launcher that started this process has exited. The command then has 30 seconds to finish; it returns if it finished
 * cleanly, and throws if it leaves work undone (`shutdownSignal.throwIfAborted()`).
 *
 * A `StartError` is printed as one line, any other error with its stack.
 */
export function runCommand(command: (shutdownSignal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController();
  let endedBy: (typeof SIGNALS)[number] | undefined;
  const end = (signal: (typeof SIGNALS)[number]): void => {
    if (endedBy) return;
    endedBy = signal;
    // Exiting also asks an embedded database to stop.
    setTimeout(() => process.exit(exitCodeOf(signal)), END_TIMEOUT_MS).unref();
    controller.abort(new Error(`Ended by ${signal}`));
  };
  for (const signal of SIGNALS) process.on(signal, () => end(signal));
  // The reader of the output may exit; the work continues.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // The channel exists only for this (scripts/launcher/shutdown.mjs), and must not keep the process alive.
  process.once('disconnect', () => end('SIGTERM'));
  process.channel?.unref();

  const exit = async (code = process.exitCode) => {
    await flushLogs();
    process.exit(code);
  };
  void command(controller.signal).then(
    () => exit(),
    (error: unknown) => {
      if (endedBy) return exit(exitCodeOf(endedBy));
      process.stderr.write(`${describe(error)}\n`);
      return exit(1);
    },
  );
}

function exitCodeOf(signal: (typeof SIGNALS)[number]): number {
  return 128 + constants.signals[signal];
}

function describe(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
