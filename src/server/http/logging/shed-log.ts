/** Logs refusals due to overload as one line with counts: a flood must not fill the log as well. */

import type { FastifyInstance } from 'fastify';

/** So long it is counted before the line is written. */
const COUNTED_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one that was refused; `what` was too much. */
    noteShed: (what: string) => void;
  }
}

/** Must be installed before whatever refuses. */
export function installShedLog(app: FastifyInstance, countedMs = COUNTED_MS): void {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    app.log.warn({ refused: Object.fromEntries(counts) }, 'More came at once than can be answered');
    counts.clear();
  };
  app.decorate('noteShed', (what) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    timer ??= setTimeout(write, countedMs).unref();
  });
  app.addHook('onClose', async () => write());
}
