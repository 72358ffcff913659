import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';

/** Sits between a server and its database, and can lose connections without a word. */
export type CutProxy = {
  /** Takes the place of the database's own address. */
  url: string;
  /** From now on nothing more comes through on the connections of that name so far; they stay open. */
  swallow: () => void;
  close: () => Promise<void>;
};

/** The application name of the connections that listen for changes (src/server/cache/change-listener.ts). */
const LISTENER = 'doorstep-changes';

/**
 * @param url of the database, by a socket's folder in `host` or by TCP
 * @param name of the application whose connections are lost; those that listen for changes if absent
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
    // The first message of a connection has its name in clear.
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
    swallow: () => {
      for (const socket of named) {
        socket.unpipe();
        // Read and thrown away: the other side notices nothing.
        socket.resume();
      }
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
