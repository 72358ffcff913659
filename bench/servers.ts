/** Starts and stops the measured processes. */

import path from 'node:path';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';

/** Starts servers and stops all of them. */
export type Servers = {
  /** Starts the production server, or another commit's, with additional environment variables. */
  start: (env: Record<string, string>, file?: string) => Promise<ServerProcess>;
  /** Starts the server with a constant response. */
  startConstant: () => Promise<ServerProcess>;
  stop: () => Promise<void>;
};

/** @param folder the servers' data folder */
export function createServers(folder: string): Servers {
  const running: ServerProcess[] = [];
  const start = async (env: Record<string, string>, file?: string) => {
    const settings = { DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error', NODE_ENV: 'production' };
    const server = await startServerProcess({ ...settings, ...env }, file);
    running.push(server);
    return server;
  };
  return {
    start,
    startConstant: () => start({}, path.join(import.meta.dirname, 'constant-server.ts')),
    stop: async () => {
      for (const server of running) await server.stop();
    },
  };
}
