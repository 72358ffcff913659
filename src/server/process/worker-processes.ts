/** Several processes on one port (docs/product/operations.md, Replicas and processes), by Node's own cluster module. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainListenError } from '../errors/listen-error.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { StartError } from '../errors/start-error.ts';

/** A process that dies sooner than this after its start may do so again at once. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** Beyond the time that a process takes for its own end. */
const KILL_AFTER_MS = 12_000;

/**
 * Runs processes of this same program until `ending` is aborted. One that dies is replaced: at once, or after a pause
 * that grows while they keep dying.
 *
 * @param options.env settings that the processes get on top of our own
 * @param options.onReady all of them listen
 * @param options.onDeath one has died and will be replaced
 * @throws StartError when one of the first does not come to listening
 */
export async function runWorkers(options: {
  count: number;
  env: Record<string, string>;
  ending: AbortSignal;
  onReady: () => void;
  onDeath: (facts: { pid: number | undefined; code: number | null; signal: string | null }) => void;
}): Promise<void> {
  const { count, env, ending } = options;
  const living = new Set<Worker>();

  function start(): Worker {
    const worker = cluster.fork(env);
    living.add(worker);
    worker.once('exit', () => living.delete(worker));
    // An answer to one that was just killed finds its pipe broken; `exit` says what there is to say.
    worker.on('error', () => undefined);
    return worker;
  }

  /** One place among the processes: always filled but for the pauses. */
  async function keep(first: Worker): Promise<void> {
    let worker = first;
    for (let deaths = 0; ;) {
      const startedAt = performance.now();
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      if (ending.aborted) return;
      options.onDeath({ pid: worker.process.pid, code, signal });
      deaths = performance.now() - startedAt < SHORT_LIFE_MS ? deaths + 1 : 0;
      const pauseMs = deaths === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** deaths);
      await sleep(pauseMs, undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return;
      worker = start();
    }
  }

  try {
    const first = Array.from({ length: count }, start);
    const listening = Promise.all(first.map(untilListening));
    await Promise.race([listening, untilAborted(ending)]);
    if (!ending.aborted) {
      for (const worker of first) void keep(worker);
      options.onReady();
      await untilAborted(ending);
    }
    // A start that is aborted rejects, which is expected.
    listening.catch(() => undefined);
  } finally {
    await endAll(living);
  }
}

async function untilListening(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit').then(() => {
    // It has said why.
    throw new StartError('A server process did not start.');
  });
  exited.catch(() => undefined);
  await Promise.race([once(worker, 'listening'), exited]);
}

/** Each gets the signal, since a terminal's may reach only the first process. */
async function endAll(living: ReadonlySet<Worker>): Promise<void> {
  await Promise.all(
    [...living].map(async (worker) => {
      const gone = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), KILL_AFTER_MS);
      await gone;
      clearTimeout(timer);
    }),
  );
}

/**
 * The port that all processes are to share: found before the first of them, so that a port that is taken is said once.
 *
 * @returns `port`, or a free one for 0
 * @throws StartError when it cannot be had
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
