/** Background work, such as sending email, that must not affect a response's content or timing. */

import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createFairSlots, TooManyWaiting } from '../concurrency/fair-slots.ts';
import { logFailure } from './error-responses/error-handler.ts';
import { networkKey } from './limits/rate-limits.ts';

export type Background = {
  /**
   * Starts a task once the response has been sent or its client has disconnected. Failures are
   * logged. Tasks for the same IP address run one at a time. If too many are waiting, the task is
   * dropped.
   *
   * @param taskName the task's name in the log, e.g. `password reset email`
   */
  afterResponse: (reply: FastifyReply, taskName: string, task: () => Promise<void>) => void;
  /** Resolves when no task is running or waiting; never rejects. */
  waitUntilIdle: () => Promise<void>;
};

/** Limited so that many concurrent tasks leave database connections for requests. */
const SLOTS = { slots: 2, perKey: 1, maxQueuedPerKey: 500 };

declare module 'fastify' {
  interface FastifyInstance {
    /** Exposed for tests, which wait for the tasks to finish. */
    background: Background;
  }
}

/** Installs background work. Closing the app waits for its tasks. */
export function installBackground(app: FastifyInstance): Background {
  const pending = new Set<Promise<void>>();
  const slots = createFairSlots(SLOTS);

  async function run(
    reply: FastifyReply,
    taskName: string,
    task: () => Promise<void>,
  ): Promise<void> {
    await new Promise<void>((resolve) => finished(reply.raw, () => resolve()));
    try {
      await slots({ key: networkKey(reply.request.ip), signal: undefined }, task);
    } catch (error) {
      if (error instanceof TooManyWaiting) app.countShed('work after responses');
      else logFailure(reply.request, error, `Failed: ${taskName}`);
    }
  }

  const background: Background = {
    afterResponse: (reply, taskName, task) => {
      const work = run(reply, taskName, task).finally(() => pending.delete(work));
      pending.add(work);
    },
    waitUntilIdle: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
  app.decorate('background', background);
  app.addHook('onClose', background.waitUntilIdle);
  return background;
}
