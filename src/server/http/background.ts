/** Work that must not affect a response's content or timing, such as sending mail. */

import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createSemaphore } from '../concurrency/semaphore.ts';

export type Background = {
  /**
   * Starts a task once the response has been sent or its client has disconnected. Failures are logged.
   *
   * @param what names the task in the log, e.g. `mail about a contact message`
   */
  afterResponse: (reply: FastifyReply, what: string, task: () => Promise<void>) => void;
  /** Resolves when all tasks started or scheduled so far have finished; never rejects. */
  settled: () => Promise<void>;
};

/** Concurrent tasks in this process: a flood of them must leave database connections for responses. */
const MAX_CONCURRENT_TASKS = 2;

declare module 'fastify' {
  interface FastifyInstance {
    /** Exposed for closing the app and for tests, which wait until it has settled. */
    background: Background;
  }
}

/** Installs the background work; closing the app waits for it. */
export function installBackground(app: FastifyInstance): Background {
  const pending = new Set<Promise<void>>();
  const slots = createSemaphore(MAX_CONCURRENT_TASKS);

  async function run(reply: FastifyReply, what: string, task: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => finished(reply.raw, () => resolve()));
    try {
      await slots(task);
    } catch (error) {
      app.log.error({ err: error }, `Failed: ${what}`);
    }
  }

  const background: Background = {
    afterResponse: (reply, what, task) => {
      const work = run(reply, what, task).finally(() => pending.delete(work));
      pending.add(work);
    },
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
  app.decorate('background', background);
  app.addHook('onClose', background.settled);
  return background;
}
