/** A proxy in front of a data source: counts requests, and can respond to them from memory. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

type Remembered = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** @param to the port of the source, on this machine */
export async function startSourceProxy(to: number) {
  let requests = 0;
  /** Whether responses are passed on, also remembered, or replayed from memory if remembered. */
  let mode: 'pass' | 'remember' | 'replay' = 'pass';
  const memory = new Map<string, Remembered>();
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const { method, headers, url = '/' } = incoming;
    const known = mode === 'replay' ? memory.get(url) : undefined;
    if (known !== undefined) {
      outgoing.writeHead(known.status, known.headers).end(known.body);
      return;
    }
    const isRemembered = mode === 'remember';
    const passed = httpRequest(`http://localhost:${to}${url}`, { method, headers }, (response) => {
      const status = response.statusCode ?? 502;
      outgoing.writeHead(status, response.headers);
      response.pipe(outgoing);
      if (!isRemembered) return;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        memory.set(url, { status, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    requests: () => requests,
    setMode: (next: typeof mode) => {
      mode = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
