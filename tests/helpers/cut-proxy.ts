import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';

/** A proxy between a server and its database that can silently drop connections. */
export type CutProxy = {
  /** Replaces the database's URL. */
  url: string;
  /** Stops all traffic on the existing connections with that name, which stay open. */
  stall: () => void;
  close: () => Promise<void>;
};

/** The application name of the connections that listen for changes (src/server/cache/change-listener.ts). */
const LISTENER = 'doorstep-changes';

/**
 * @param url the database's URL, with a socket folder in `host` or by TCP
 * @param name the application name of dropped connections; the change listener's if absent
 */
export async function startCutProxy(url: string, name = LISTENER): Promise<CutProxy> {
  const target = new URL(url);
  const port = Number(target.port || '5432');
  const host = target.searchParams.get('host') ?? target.hostname;
  const open = new Set<Socket>();
  const named = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/')
      ? createConnection(path.join(host, `.s.PGSQL.${port}`))
      : createConnection(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
    // The first message of a connection contains its name in plain text.
    near.once('data', (first) => {
      if (!first.includes(name)) return;
      named.add(near);
      named.add(far);
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = new URL(url);
  own.searchParams.delete('host');
  own.hostname = '127.0.0.1';
  own.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: own.href,
    stall: () => {
      for (const socket of named) {
        socket.unpipe();
        // Read and discarded, so that the other side notices nothing.
        socket.resume();
      }
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
