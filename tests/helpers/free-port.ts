/** Finds a port that a server can reuse across restarts. */

import { createServer, type AddressInfo } from 'node:net';

/** Returns a free TCP port. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
