/** A port for a server that is to be found there again after a restart. */

import { createServer, type AddressInfo } from 'node:net';

/** Gives a port of this machine on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
