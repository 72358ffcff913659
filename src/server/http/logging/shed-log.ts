/** Logs shed requests as one line with counts, so that a flood of requests does not also flood the log. */

import type { FastifyInstance } from 'fastify';

/** The interval between log lines. */
const LOG_INTERVAL_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a shed request by the limit that it exceeded. */
    countShed: (limitName: string) => void;
  }
}

/** Installs the log of shed requests. Must be called before anything that sheds requests is installed. */
export function installShedLog(app: FastifyInstance, intervalMs = LOG_INTERVAL_MS): void {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    app.log.warn({ refused: Object.fromEntries(counts) }, 'Requests were refused');
    counts.clear();
  };
  app.decorate('countShed', (limitName) => {
    counts.set(limitName, (counts.get(limitName) ?? 0) + 1);
    timer ??= setTimeout(write, intervalMs).unref();
  });
  app.addHook('onClose', async () => write());
}
