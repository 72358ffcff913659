/** Commands for tests of `run-command.ts`, selected by the first argument. */

import { setTimeout } from 'node:timers/promises';
import { createLogOutput } from '../http/logging/log-output.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../errors/start-error.ts';

const commands: Record<string, (shutdownSignal: AbortSignal) => Promise<void>> = {
  done: () => Promise.resolve(),
  code: () => {
    process.exitCode = 3;
    return Promise.resolve();
  },
  startError: () => Promise.reject(new StartError('PORT must be a number.')),
  bug: () => Promise.reject(new Error('A bug')),
  serve: async (shutdownSignal) => {
    const work = setInterval(() => undefined, 1_000);
    console.log('ready');
    await untilAborted(shutdownSignal);
    clearInterval(work);
    console.log('finished cleanly');
  },
  log: async (shutdownSignal) => {
    const log = createLogOutput();
    const work = setInterval(() => undefined, 1_000);
    process.stdout.write('ready\n');
    await untilAborted(shutdownSignal);
    clearInterval(work);
    process.stdout.write('shutting down\n');
    log.write('first\n');
    await setTimeout(50);
    log.write('second\n');
    log.write('third\n');
  },
  interrupted: async (shutdownSignal) => {
    setInterval(() => undefined, 1_000);
    console.log('ready');
    await untilAborted(shutdownSignal);
    shutdownSignal.throwIfAborted();
  },
};

runCommand(commands[process.argv[2] ?? ''] ?? (() => Promise.reject(new Error('Unknown command'))));
