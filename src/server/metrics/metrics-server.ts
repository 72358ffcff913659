/** Serves metrics on a separate port, which should not be public (docs/product/operations.md, Metrics). */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, type Registry, type RegistryContentType } from 'prom-client';
import { explainListenError } from '../errors/listen-error.ts';

/** Returns metrics in Prometheus's text format. */
export type ReadMetrics = () => Promise<string>;

/** Makes a worker process respond to the primary process's metrics requests. */
export function respondToMetricsRequests(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // The first instance adds the listener for requests from the primary process.
  void new AggregatorRegistry();
}

/** Creates a reader that aggregates the metrics of all worker processes. */
export function createClusterReader(): ReadMetrics {
  const registry = new AggregatorRegistry<RegistryContentType>();
  return () => registry.clusterMetrics();
}

/**
 * Serves `GET /metrics`.
 *
 * @returns the port, and a function that closes the server
 * @throws StartError if the port is not available
 */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  read: ReadMetrics,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
          .end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.requestTimeout = 10_000;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, { host, port }, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
