/** Work that must not be seen in a response, neither in its words nor in its time, such as sending mail. */

import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createSemaphore } from '../concurrency/semaphore.ts';

export type Background = {
  /**
   * Begins a task when the response has gone out, or no one waits for it anymore. A failure is logged.
   *
   * @param what names the task in the log, e.g. `mail about a contact message`
   */
  afterResponse: (reply: FastifyReply, what: string, task: () => Promise<void>) => void;
  /** Resolves when everything that was begun or promised so far has come to an end; never rejects. */
  settled: () => Promise<void>;
};

/** Tasks that run at once in this process, so that a flood of them leaves database connections for responses. */
const AT_ONCE = 2;

declare module 'fastify' {
  interface FastifyInstance {
    /** For those who wait for it to settle: closing the app does, and tests do. */
    background: Background;
  }
}

/** Closing the app waits for the work. */
export function installBackground(app: FastifyInstance): Background {
  const pending = new Set<Promise<void>>();
  const slots = createSemaphore(AT_ONCE);

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
