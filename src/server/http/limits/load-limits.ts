/** Sheds load when the server is saturated: limits on counts and durations. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { createHeldRequests } from './held-requests.ts';
import { addressKey } from './rate-limits.ts';

/** Fully received requests that one process handles at the same time; further ones get 503. */
const MAX_REQUESTS_IN_FLIGHT = 1_000;
/** For one IP address, so that it cannot cause refusals for everyone else. */
const REQUESTS_IN_FLIGHT_PER_ADDRESS = 500;
/** Requests whose body has not ended: uploads, and clients that stall on purpose. */
const MAX_UNFINISHED = 1_000;
const UNFINISHED_PER_ADDRESS = 200;
/** Responses that clients have not read completely. */
const MAX_UNREAD = 5_000;
const UNREAD_PER_ADDRESS = 1_000;
/** Memory of unread responses; one sitemap file has five million bytes. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const UNREAD_BYTES_PER_ADDRESS = 64 * 1024 * 1024;
/** Open connections of one process, busy or not; an idle one costs about 10 kB. */
const MAX_CONNECTIONS = 10_000;
/** For one IP address, unless the server is behind a proxy. */
const CONNECTIONS_PER_ADDRESS = 2_000;

/** For the headers: no browser takes this long, and a waiting connection costs little. */
const HEADERS_TIMEOUT_MS = 15_000;
/** For bodies of at most 256 kB; uploads have their own rule (stall-watch.ts). */
const BODY_TIMEOUT_MS = 30_000;
/** Longer than in proxies (nginx: 60 s), so that the server never closes a connection they are about to use. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Without a byte in either direction; encoding the largest upload takes less. */
const SILENCE_TIMEOUT_MS = 600_000;
const RETRY_AFTER_SECONDS = 2;

/** The part of it that the HTTP server is created with. */
export const TIMEOUT_OPTIONS = {
  // An upload can take as long as it makes progress.
  requestTimeout: 0,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
} satisfies FastifyHttpOptions<Server>;

/** Requests from the network; those of our own pages to the API do not count. */
export type Load = {
  /** Returns the number of requests being handled. */
  inFlight: () => number;
  /** Returns whether a request came over the network. */
  isFromNetwork: (request: IncomingMessage) => boolean;
  /** Returns whether the server is shutting down. */
  isDraining: () => boolean;
  /** Counts a cached response, which was sent before the other hooks, until its client has read it. */
  noteSent: (request: FastifyRequest) => void;
  /** Stops counting a request that stays open, such as an event stream. */
  release: (request: IncomingMessage) => void;
  /**
   * Stops accepting connections and lets requests under way finish.
   *
   * @returns a promise that resolves when nothing is in flight
   */
  drain: () => Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
}

/** Overrides of the default limits. */
export type LoadLimits = {
  maxInFlight?: number;
  inFlightPerAddress?: number;
  bodyTimeoutMs?: number;
  unfinishedPerAddress?: number;
  unfinishedMost?: number;
  unreadPerAddress?: number;
  maxUnread?: number;
  unreadBytesPerAddress?: number;
  maxUnreadBytes?: number;
  connectionsPerAddress?: number;
  /**
   * The number of proxies in front of the server; with any, limits per connecting IP address make
   * no sense.
   */
  proxies?: number;
};

/** Must be installed before everything else that responds, and after the log of refusals. */
export function installLoadLimits(app: FastifyInstance, limits: LoadLimits = {}): void {
  const { maxInFlight = MAX_REQUESTS_IN_FLIGHT, bodyTimeoutMs = BODY_TIMEOUT_MS } = limits;
  const { inFlightPerAddress = REQUESTS_IN_FLIGHT_PER_ADDRESS } = limits;
  /** All open requests, for draining. */
  const open = new Map<IncomingMessage, ServerResponse>();
  /**
   * Requests fully received but without a response, with their IP addresses: only these cause work.
   */
  const inFlight = new Map<IncomingMessage, string>();
  const fromNetwork = new WeakSet<IncomingMessage>();
  let isDraining = false;
  const drained = Promise.withResolvers<void>();
  const shed = (what: string) => (request: IncomingMessage) => {
    app.noteShed(what);
    request.socket.destroy();
  };
  const unfinished = createHeldRequests({
    perAddress: limits.unfinishedPerAddress ?? UNFINISHED_PER_ADDRESS,
    inAll: limits.unfinishedMost ?? MAX_UNFINISHED,
    onShed: shed('unfinished requests'),
  });
  const unread = createHeldRequests({
    perAddress: limits.unreadPerAddress ?? UNREAD_PER_ADDRESS,
    inAll: limits.maxUnread ?? MAX_UNREAD,
    bytes: {
      perAddress: limits.unreadBytesPerAddress ?? UNREAD_BYTES_PER_ADDRESS,
      inAll: limits.maxUnreadBytes ?? MAX_UNREAD_BYTES,
      leftOf: (request) => unsentBytes(open.get(request)),
    },
    onShed: shed('unread responses'),
  });

  const end = (request: IncomingMessage) => {
    open.delete(request);
    inFlight.delete(request);
    unfinished.remove(request);
    unread.remove(request);
    if (isDraining && open.size === 0) drained.resolve();
  };

  app.server.maxConnections = MAX_CONNECTIONS;
  if ((limits.proxies ?? 0) === 0) {
    limitConnections(app, limits.connectionsPerAddress ?? CONNECTIONS_PER_ADDRESS);
  }
  app.server.on('connection', (socket: Socket) => {
    // Node.js closes only the response that is being sent, not those queued behind it.
    socket.once('close', () => {
      for (const request of open.keys()) if (request.socket === socket) end(request);
    });
  });
  app.networkRequests.watch((request, response) => {
    if (request.socket.destroyed) return;
    open.set(request, response);
    response.once('close', () => end(request));
    fromNetwork.add(request);
    if (isDraining) response.setHeader('Connection', 'close');
  });

  const countOf = (address: string) =>
    [...inFlight.values()].filter((each) => each === address).length;
  const requireRoom = (request: FastifyRequest, reply: FastifyReply) => {
    // Health checks are exempt from the limit.
    if (request.url === '/api/health') return;
    const isFull = inFlight.size > maxInFlight;
    // Event streams have their own limits and are in flight only until they start.
    if (!isFull && request.url === '/api/events') return;
    if (!isFull && countOf(addressKey(request.ip)) <= inFlightPerAddress) return;
    // An unread body must not hold the connection open.
    reply.header('Connection', 'close');
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    if (isFull)
      throw new AppError('UNAVAILABLE', 'The service is busy. Please try again in a moment.', {
        retryAfterSeconds,
        shedFor: 'requests in flight',
      });
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'Too many requests. Please wait a moment and try again.',
      {
        retryAfterSeconds,
        shedFor: 'requests in flight of one address',
      },
    );
  };

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!open.has(raw)) return;
    const address = addressKey(request.ip);
    if (hasBody(raw)) {
      unfinished.add(address, raw);
      raw.once('end', () => {
        unfinished.remove(raw);
        if (open.has(raw)) inFlight.set(raw, address);
      });
    } else inFlight.set(raw, address);
    requireRoom(request, reply);
  });

  // By now the body is complete, except for uploads, which have their own limit.
  app.addHook('preValidation', async (request, reply) => {
    if (inFlight.has(request.raw)) requireRoom(request, reply);
  });

  // The response is complete: the client can take its time to read the rest.
  app.addHook('onSend', async (request, _reply, payload) => {
    const { raw } = request;
    if (!inFlight.delete(raw)) return;
    // Only a small part of a stream is in memory at a time.
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    unread.add(addressKey(request.ip), raw, isWhole ? payload.length : 0);
  });

  // Fastify parses a body between these two.
  app.addHook('preParsing', async (request) => {
    const { raw } = request;
    const isUpload = request.routeOptions.config.acceptsMultipart === true;
    if (isUpload || !open.has(raw) || raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), bodyTimeoutMs);
    timer.unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });

  app.decorate('load', {
    inFlight: () => inFlight.size,
    isFromNetwork: (request) => fromNetwork.has(request),
    isDraining: () => isDraining,
    noteSent: ({ raw, ip }) => {
      const response = open.get(raw);
      // Usually the system has buffered all of it.
      if (response === undefined || response.socket?.writableLength === 0) return;
      unread.add(addressKey(ip), raw, unsentBytes(response));
    },
    release: (request) => {
      fromNetwork.delete(request);
      end(request);
    },
    drain: async () => {
      isDraining = true;
      app.server.close();
      // Otherwise browsers keep the connection for their next request.
      for (const response of open.values()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      if (open.size === 0) drained.resolve();
      await drained.promise;
    },
  });
}

/** Returns the bytes of a response that wait in memory for its client. */
const unsentBytes = (response: ServerResponse | undefined) =>
  response?.headersSent === true ? response.writableLength : Infinity;

/** Returns whether the request has a body (RFC 9112, 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Closes connections of an IP address that has too many. */
function limitConnections(app: FastifyInstance, perAddress: number): void {
  const counts = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '');
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count <= perAddress) return;
    app.noteShed('connections');
    socket.destroy();
  });
}
