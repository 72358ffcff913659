/** The HTTP server below the app, and listeners that see each request before the app does. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CLIENT_ERROR_OPTIONS } from './error-responses/client-errors.ts';
import { TIMEOUT_OPTIONS } from './limits/load-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests from the network that reach the app, without those of our own pages. */
    networkRequests: {
      /** Calls a listener with each. */
      watch: (listener: RequestListener) => void;
      note: RequestListener;
    };
  }
}

/** Must be installed before everything that watches. */
export function installNetworkRequests(app: FastifyInstance): void {
  const listeners: RequestListener[] = [];
  app.decorate('networkRequests', {
    watch: (listener) => listeners.push(listener),
    note: (request, response) => {
      for (const listener of listeners) listener(request, response);
    },
  });
}

/** Creates a server with Fastify's default timeouts. It does not listen yet. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer({ ...TIMEOUT_OPTIONS.http, ...CLIENT_ERROR_OPTIONS.http }, handle);
  server.keepAliveTimeout = TIMEOUT_OPTIONS.keepAliveTimeout;
  server.requestTimeout = TIMEOUT_OPTIONS.requestTimeout;
  server.setTimeout(TIMEOUT_OPTIONS.connectionTimeout);
  return server;
}
