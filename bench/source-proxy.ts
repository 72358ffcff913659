/** A proxy in front of a data source that counts requests and can replay recorded responses. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

type RecordedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** @param port the source's port on this machine */
export async function startSourceProxy(port: number) {
  let requestCount = 0;
  /** Whether to forward responses, forward and record them, or replay recorded ones. */
  let mode: 'forward' | 'record' | 'replay' = 'forward';
  const recordings = new Map<string, RecordedResponse>();
  const server = createServer((incoming, outgoing) => {
    requestCount += 1;
    const { method, headers, url = '/' } = incoming;
    const recording = mode === 'replay' ? recordings.get(url) : undefined;
    if (recording !== undefined) {
      outgoing.writeHead(recording.status, recording.headers).end(recording.body);
      return;
    }
    const isRecording = mode === 'record';
    const forwarded = httpRequest(
      `http://localhost:${port}${url}`,
      { method, headers },
      (response) => {
        const status = response.statusCode ?? 502;
        outgoing.writeHead(status, response.headers);
        response.pipe(outgoing);
        if (!isRecording) return;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          recordings.set(url, { status, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port: proxyPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${proxyPort}`,
    requestCount: () => requestCount,
    setMode: (next: typeof mode) => {
      mode = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
