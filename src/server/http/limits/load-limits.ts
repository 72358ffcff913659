/** What keeps the server answering while more is asked of it than it can do: limits in number and in time. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/** Requests that one process answers at once; more get 503. */
export const REQUESTS_IN_FLIGHT_MOST = 1_000;
/** Connections that one process holds at once, busy or not; a waiting one costs about 10 kB. */
const CONNECTIONS_MOST = 10_000;

/** For the headers: nobody's browser takes this long, and until then a connection is all that is lost. */
const HEADERS_TIMEOUT_MS = 15_000;
/** For a body that is no upload: at most 256 kB. Uploads have a rule of their own (stall-watch.ts). */
const BODY_TIMEOUT_MS = 30_000;
/** Longer than proxies keep theirs (nginx: 60 s), so that it is never us who closes on a request under way. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Without a byte in either direction; the largest upload takes less than this to be encoded. */
const SILENCE_TIMEOUT_MS = 600_000;
const RETRY_AFTER_SECONDS = 2;

/** The part of it that the HTTP server is made with. */
export const TIMEOUT_OPTIONS = {
  // An upload may take as long as it goes on.
  requestTimeout: 0,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
} satisfies FastifyHttpOptions<Server>;

/** What is known of the requests that come over the network; those of our own pages to the API do not count. */
export type Load = {
  /** Requests that are being answered. */
  inFlight: () => number;
  /** Whether a request came over the network. */
  isFromNetwork: (request: IncomingMessage) => boolean;
  /** A request stays open and counts no more, such as an event stream. */
  release: (request: IncomingMessage) => void;
  /**
   * Takes no new connection and lets what is under way come to its end.
   *
   * @returns resolves when nothing is in flight any more
   */
  drain: () => Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
}

/** Must be installed before everything else that answers. */
export function installLoadLimits(
  app: FastifyInstance,
  { inFlightMost = REQUESTS_IN_FLIGHT_MOST, bodyTimeoutMs = BODY_TIMEOUT_MS } = {},
): void {
  const inFlight = new Map<IncomingMessage, ServerResponse>();
  const fromNetwork = new WeakSet<IncomingMessage>();
  let isDraining = false;
  const drained = Promise.withResolvers<void>();

  const end = (request: IncomingMessage) => {
    inFlight.delete(request);
    if (isDraining && inFlight.size === 0) drained.resolve();
  };

  app.server.maxConnections = CONNECTIONS_MOST;
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    inFlight.set(request, response);
    fromNetwork.add(request);
    if (isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => end(request));
  });

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // Whoever asks whether the server is there gets to know it.
    if (!inFlight.has(raw) || request.url === '/api/health') return;
    if (inFlight.size > inFlightMost) {
      // A body that nobody reads must not keep the connection.
      reply.header('Connection', 'close');
      throw new AppError('UNAVAILABLE', 'The service is busy. Please try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  });

  // Fastify parses a body between these two.
  app.addHook('preParsing', async (request) => {
    const { raw } = request;
    const isUpload = request.routeOptions.config.takesMultipart === true;
    if (isUpload || !inFlight.has(raw) || raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), bodyTimeoutMs);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });

  app.decorate('load', {
    inFlight: () => inFlight.size,
    isFromNetwork: (request) => fromNetwork.has(request),
    release: (request) => {
      fromNetwork.delete(request);
      end(request);
    },
    drain: async () => {
      isDraining = true;
      app.server.close();
      // Otherwise browsers keep the connection for their next request.
      for (const response of inFlight.values()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      if (inFlight.size === 0) drained.resolve();
      await drained.promise;
    },
  });
}
