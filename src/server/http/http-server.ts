/** The HTTP server below the app, and listeners that receive each request before the app. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CLIENT_ERROR_OPTIONS } from './error-responses/client-errors.ts';
import { TIMEOUT_OPTIONS } from './limits/load-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Requests that arrive over the network, unlike the pages' own API calls. */
    networkRequests: {
      /** Adds a listener that is called for each request. */
      onRequest: (listener: RequestListener) => void;
      notify: RequestListener;
    };
  }
}

/** Installs `networkRequests`. Must be called before anything that adds a listener. */
export function installNetworkRequests(app: FastifyInstance): void {
  const listeners: RequestListener[] = [];
  app.decorate('networkRequests', {
    onRequest: (listener) => listeners.push(listener),
    notify: (request, response) => {
      for (const listener of listeners) listener(request, response);
    },
  });
}

/** Creates a server with the app's timeouts and limits. It does not listen yet. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer({ ...TIMEOUT_OPTIONS.http, ...CLIENT_ERROR_OPTIONS.http }, handle);
  server.keepAliveTimeout = TIMEOUT_OPTIONS.keepAliveTimeout;
  server.requestTimeout = TIMEOUT_OPTIONS.requestTimeout;
  server.setTimeout(TIMEOUT_OPTIONS.connectionTimeout);
  return server;
}
