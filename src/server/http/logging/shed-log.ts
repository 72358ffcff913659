/** Logs refusals due to overload as one line with counts: a flood must not fill the log as well. */

import type { FastifyInstance } from 'fastify';

/** The interval between log lines. */
const LOG_INTERVAL_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a refusal; `what` names the exhausted limit. */
    noteShed: (what: string) => void;
  }
}

/** Must be installed before anything that refuses requests. */
export function installShedLog(app: FastifyInstance, intervalMs = LOG_INTERVAL_MS): void {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    app.log.warn({ refused: Object.fromEntries(counts) }, 'Requests were refused due to overload');
    counts.clear();
  };
  app.decorate('noteShed', (what) => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    timer ??= setTimeout(write, intervalMs).unref();
  });
  app.addHook('onClose', async () => write());
}
