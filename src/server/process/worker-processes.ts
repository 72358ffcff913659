/** Runs several processes on one port with Node's cluster module (docs/product/operations.md, Replicas and processes). */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainListenError } from '../errors/listen-error.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { StartError } from '../errors/start-error.ts';

/** A process that exits sooner than this after its start is likely to exit again. */
const MIN_UPTIME_MS = 10_000;
const FIRST_RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 30_000;
/** Longer than a process needs for a clean shutdown. */
const KILL_TIMEOUT_MS = 12_000;

/**
 * Runs processes of this program until `shutdownSignal` is aborted. A process that dies is replaced: immediately, or
 * after a delay that grows while it and its replacements die soon after their start.
 *
 * @param options.env settings for the processes in addition to those of this process
 * @param options.onReady called once all of the processes are listening
 * @param options.onDeath called when a process has died and will be replaced
 * @throws StartError if one of the first processes fails to listen
 */
export async function runWorkers(options: {
  count: number;
  env: Record<string, string>;
  shutdownSignal: AbortSignal;
  onReady: () => void;
  onDeath: (exit: { pid: number | undefined; code: number | null; signal: string | null }) => void;
}): Promise<void> {
  const { count, env, shutdownSignal } = options;
  const alive = new Set<Worker>();

  function start(): Worker {
    const worker = cluster.fork(env);
    alive.add(worker);
    worker.once('exit', () => alive.delete(worker));
    // Replies to a process that was just killed fail. Its `exit` event handles that.
    worker.on('error', () => undefined);
    closeUnacceptedConnection(worker);
    return worker;
  }

  /** Replaces a worker when it exits, and then each of its replacements. */
  async function keepRunning(first: Worker): Promise<void> {
    let worker = first;
    for (let crashCount = 0; ;) {
      const startedAt = performance.now();
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      if (shutdownSignal.aborted) return;
      options.onDeath({ pid: worker.process.pid, code, signal });
      crashCount = performance.now() - startedAt < MIN_UPTIME_MS ? crashCount + 1 : 0;
      const pauseMs =
        crashCount === 0
          ? 0
          : Math.min(MAX_RESTART_DELAY_MS, FIRST_RESTART_DELAY_MS * 2 ** (crashCount - 1));
      await sleep(pauseMs, undefined, { signal: shutdownSignal }).catch(() => undefined);
      if (shutdownSignal.aborted) return;
      worker = start();
    }
  }

  try {
    const first = Array.from({ length: count }, start);
    const listening = Promise.all(first.map(waitUntilListening));
    await Promise.race([listening, untilAborted(shutdownSignal)]);
    if (!shutdownSignal.aborted) {
      for (const worker of first) void keepRunning(worker);
      options.onReady();
      await untilAborted(shutdownSignal);
    }
    // A start that is aborted is expected to reject.
    listening.catch(() => undefined);
  } finally {
    await stopAll(alive);
  }
}

/**
 * Closes a connection that was sent to a process that exited before accepting it. Node.js would never close it, and its
 * client would wait until it times out. A process is sent one connection at a time.
 */
function closeUnacceptedConnection(worker: Worker): void {
  const child = worker.process as { send: (...args: unknown[]) => boolean };
  const send = child.send.bind(child);
  let sentConnection: { close: () => void } | undefined;
  child.send = (message, handle, ...rest) => {
    if (handle !== null && typeof handle === 'object' && 'close' in handle)
      sentConnection = handle as { close: () => void };
    return send(message, handle, ...rest);
  };
  // An accepted connection is already closed here, and closing it again has no effect.
  worker.once('exit', () => sentConnection?.close());
}

async function waitUntilListening(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit').then(() => {
    // The process has already printed the reason.
    throw new StartError('A server process did not start.');
  });
  exited.catch(() => undefined);
  await Promise.race([once(worker, 'listening'), exited]);
}

/** Stops all processes because a signal may reach only the primary process. */
async function stopAll(alive: ReadonlySet<Worker>): Promise<void> {
  await Promise.all(
    [...alive].map(async (worker) => {
      const exited = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), KILL_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    }),
  );
}

/**
 * Finds the port that all processes share. Call it before the first one starts so that an
 * unavailable port is reported once.
 *
 * @returns `port`, or a free port for 0
 * @throws StartError if the port is not available
 */
export async function findPort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    throw explainListenError(error, { host, port });
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}
