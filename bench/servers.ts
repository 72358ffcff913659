/** The measured processes. */

import path from 'node:path';
import { type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts';

/** Starts servers, and stops them all. */
export type Servers = {
  /** Starts the production server, or that of another commit, with its own additional settings. */
  start: (own: Record<string, string>, file?: string) => Promise<ServerProcess>;
  /** Starts one of the programs in this folder. */
  startReference: (
    file: 'reference-server.ts' | 'constant-server.ts',
    own: Record<string, string>,
  ) => Promise<ServerProcess>;
  stop: () => Promise<void>;
};

/** @param folder holds their data */
export function createServers(folder: string): Servers {
  const running: ServerProcess[] = [];
  const start = async (own: Record<string, string>, file?: string) => {
    const settings = { DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error', NODE_ENV: 'production' };
    const server = await startServerProcess({ ...settings, ...own }, file);
    running.push(server);
    return server;
  };
  return {
    start,
    startReference: (file, own) => start(own, path.join(import.meta.dirname, file)),
    stop: async () => {
      for (const server of running) await server.stop();
    },
  };
}
