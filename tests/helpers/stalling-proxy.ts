import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';

/** A proxy between a server and its database that can stall connections without closing them. */
export type StallingProxy = {
  /** The proxy's URL, to use instead of the database's. */
  url: string;
  /**
   * Stops all traffic on open connections with the application name, without closing them. The server's side remains
   * open even if the database closes its own.
   */
  stall: () => void;
  close: () => Promise<void>;
};

/** The application name of the connections that listen for changes (src/server/cache/change-listener.ts). */
const LISTENER_NAME = 'doorstep-changes';

/**
 * Starts a proxy on a free port.
 *
 * @param url the database's URL, with a TCP host or a socket folder in `host`
 * @param name the application name of the connections to stall; by default, the change listener's
 */
export async function startStallingProxy(
  url: string,
  name = LISTENER_NAME,
): Promise<StallingProxy> {
  const target = new URL(url);
  const port = Number(target.port || '5432');
  const host = target.searchParams.get('host') ?? target.hostname;
  const sockets = new Set<Socket>();
  const stallable = new Set<Socket>();
  const stalled = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = host.startsWith('/')
      ? createConnection(path.join(host, `.s.PGSQL.${port}`))
      : createConnection(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (from === client || !stalled.has(from)) to.destroy();
      });
    }
    // The first message of a connection contains its name in plain text.
    client.once('data', (first) => {
      if (!first.includes(name)) return;
      stallable.add(client);
      stallable.add(upstream);
    });
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxyUrl = new URL(url);
  proxyUrl.searchParams.delete('host');
  proxyUrl.hostname = '127.0.0.1';
  proxyUrl.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: proxyUrl.href,
    stall: () => {
      for (const socket of stallable) {
        stalled.add(socket);
        socket.unpipe();
        // Discards all data so that the sender does not notice.
        socket.resume();
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
