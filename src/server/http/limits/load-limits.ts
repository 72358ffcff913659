/** Sheds load when the server is saturated, with limits on counts and durations. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { createWaitingRequests } from './waiting-requests.ts';
import { networkKey } from './rate-limits.ts';

/** Fully received requests that one process handles at the same time; additional requests get 503. */
const MAX_REQUESTS_IN_FLIGHT = 1_000;
/** Limit for one IP address, so that it cannot cause 503 responses for all other clients. */
const MAX_REQUESTS_IN_FLIGHT_PER_ADDRESS = 500;
/** Requests whose body is incomplete, such as uploads, and requests from clients that stall on purpose. */
const MAX_UNFINISHED = 1_000;
const MAX_UNFINISHED_PER_ADDRESS = 200;
/**
 * The size of bodies that are being received, and of those whose requests wait or are handled. A body can use up to
 * three times as much memory, as text or in small chunks (chunk-limit.ts).
 */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_BODY_BYTES_PER_ADDRESS = 16 * 1024 * 1024;
/** The limit for an IP address while all addresses together exceed the total limit. */
const MAX_BODY_BYTES_PER_ADDRESS_WHEN_FULL = 1024 * 1024;
/** Responses that clients have not read completely. */
const MAX_UNREAD = 5_000;
const MAX_UNREAD_PER_ADDRESS = 1_000;
/** Concurrent health checks from one address. */
const MAX_HEALTH_CHECKS_PER_ADDRESS = 20;
/** The memory of unread responses; a single sitemap file can be 5 MB. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const MAX_UNREAD_BYTES_PER_ADDRESS = 64 * 1024 * 1024;
/** The measured memory of an unread file: the buffers of the file, the response, and the connection. */
const STREAM_BYTES = 160_000;
/** Open connections of one process, busy or idle; an idle connection costs about 10 kB. */
const MAX_CONNECTIONS = 10_000;

/** Timeout for headers. No browser takes this long, and a waiting connection costs little. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Timeout for bodies of at most 256 kB. Uploads have their own rule (stall-watch.ts). */
const BODY_TIMEOUT_MS = 30_000;
/** Longer than the timeout of proxies (nginx: 60 s), so that they never use a connection that the server just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * Timeout for connections without traffic in either direction. Processing the largest upload takes
 * less time.
 */
const IDLE_TIMEOUT_MS = 600_000;
/** The `Retry-After` of rejected requests. */
const RETRY_AFTER_SECONDS = 2;

/** Options required when the HTTP server is created. */
export const TIMEOUT_OPTIONS = {
  // An upload can take any amount of time as long as it makes progress.
  requestTimeout: 0,
  connectionTimeout: IDLE_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
} satisfies FastifyHttpOptions<Server>;

/** The load from network requests; API calls made while rendering pages do not count. */
export type Load = {
  /** Returns the number of requests being handled, except health checks. */
  inFlight: () => number;
  /** Returns whether a request came over the network. */
  isFromNetwork: (request: IncomingMessage) => boolean;
  /** Returns whether the server is shutting down. */
  isDraining: () => boolean;
  /** Counts a response that bypassed Fastify's hooks as unread until its client has read it. */
  trackUnread: (request: FastifyRequest) => void;
  /** Stops counting a request that stays open, such as an event stream. */
  release: (request: IncomingMessage) => void;
  /**
   * Stops accepting connections and lets open requests finish.
   *
   * @returns a promise that resolves when no request is open
   */
  drain: () => Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
}

/** Overrides of the default limits. */
export type LoadLimits = ConnectionLimits & {
  maxInFlight?: number;
  inFlightPerAddress?: number;
  bodyTimeoutMs?: number;
  unfinishedPerAddress?: number;
  bodyBytesPerAddress?: number;
  maxBodyBytes?: number;
  unreadPerAddress?: number;
  unreadBytesPerAddress?: number;
  maxUnreadBytes?: number;
  /** The number of proxies in front of the server; with proxies, connections are not limited by IP address. */
  proxies?: number;
};

/**
 * Installs the limits. Must be called after the shed log is installed, and before all other hooks that respond, except
 * fast replies and client errors.
 */
export function installLoadLimits(app: FastifyInstance, limits: LoadLimits = {}): void {
  const { maxInFlight = MAX_REQUESTS_IN_FLIGHT, bodyTimeoutMs = BODY_TIMEOUT_MS } = limits;
  const { inFlightPerAddress = MAX_REQUESTS_IN_FLIGHT_PER_ADDRESS } = limits;
  /** All open requests with their responses. */
  const openRequests = new Map<IncomingMessage, ServerResponse>();
  type InFlight = { address: string; bodyBytes: number };
  /** Requests being handled: fully received and without a response. */
  const inFlight = new Map<IncomingMessage, InFlight>();
  const healthChecks = new Map<IncomingMessage, InFlight>();
  const bodyBytesPerAddress = limits.bodyBytesPerAddress ?? MAX_BODY_BYTES_PER_ADDRESS;
  const maxBodyBytes = limits.maxBodyBytes ?? MAX_BODY_BYTES;
  const fromNetwork = new WeakSet<IncomingMessage>();
  let isDraining = false;
  const drained = Promise.withResolvers<void>();
  const shedAs = (limitName: string) => (request: IncomingMessage) => {
    app.countShed(limitName);
    request.socket.destroy();
  };
  const unfinishedRequests = createWaitingRequests({
    perAddress: limits.unfinishedPerAddress ?? MAX_UNFINISHED_PER_ADDRESS,
    total: MAX_UNFINISHED,
    bytes: { perAddress: bodyBytesPerAddress, total: maxBodyBytes, remainingOf: () => Infinity },
    onShed: shedAs('unfinished requests'),
  });
  const unreadResponses = createWaitingRequests({
    perAddress: limits.unreadPerAddress ?? MAX_UNREAD_PER_ADDRESS,
    total: MAX_UNREAD,
    bytes: {
      perAddress: limits.unreadBytesPerAddress ?? MAX_UNREAD_BYTES_PER_ADDRESS,
      total: limits.maxUnreadBytes ?? MAX_UNREAD_BYTES,
      remainingOf: (request) => unsentBytes(openRequests.get(request)),
    },
    onShed: shedAs('unread responses'),
  });

  const end = (request: IncomingMessage) => {
    openRequests.delete(request);
    inFlight.delete(request);
    healthChecks.delete(request);
    unfinishedRequests.remove(request);
    unreadResponses.remove(request);
    if (isDraining && openRequests.size === 0) drained.resolve();
  };

  app.server.maxConnections = MAX_CONNECTIONS;
  if ((limits.proxies ?? 0) === 0) {
    limitConnections(app, limits);
  }
  app.server.on('connection', (socket: Socket) => {
    // Node.js closes only the response that is being sent, not those queued behind it.
    socket.once('close', () => {
      for (const request of openRequests.keys()) if (request.socket === socket) end(request);
    });
  });
  app.networkRequests.onRequest((request, response) => {
    if (request.socket.destroyed) return;
    openRequests.set(request, response);
    response.once('close', () => {
      end(request);
      // Some responses, such as cached ones, do not wait for the request's body.
      limitBodyTime(request, bodyTimeoutMs);
    });
    fromNetwork.add(request);
    if (isDraining) response.setHeader('Connection', 'close');
  });

  /** Health checks have a separate limit, so that they succeed even if the server is saturated. */
  const isHealthCheck = ({ url }: FastifyRequest) => url === '/api/health';
  const trackInFlight = (request: FastifyRequest) => {
    const requests = isHealthCheck(request) ? healthChecks : inFlight;
    requests.set(request.raw, {
      address: networkKey(request.ip),
      bodyBytes: bodyBytesOf(request),
    });
  };
  const isOverLimit = (request: FastifyRequest) => {
    const isHealth = isHealthCheck(request);
    const address = networkKey(request.ip);
    const all = [...(isHealth ? healthChecks : inFlight).values()];
    const ownRequests = all.filter((other) => other.address === address);
    const maxOwnBytes =
      sumBodyBytes(all) > maxBodyBytes ? MAX_BODY_BYTES_PER_ADDRESS_WHEN_FULL : bodyBytesPerAddress;
    return (
      ownRequests.length > (isHealth ? MAX_HEALTH_CHECKS_PER_ADDRESS : inFlightPerAddress) ||
      sumBodyBytes(ownRequests) > maxOwnBytes
    );
  };
  const requireCapacity = (request: FastifyRequest, reply: FastifyReply) => {
    const isFull = inFlight.size > maxInFlight && !isHealthCheck(request);
    if (!isFull && !isOverLimit(request)) return;
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
        shedFor: 'requests in flight per address',
      },
    );
  };

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!openRequests.has(raw)) return;
    if (hasBody(raw)) {
      unfinishedRequests.add(networkKey(request.ip), raw, bodyBytesOf(request));
      raw.once('end', () => {
        unfinishedRequests.remove(raw);
        if (openRequests.has(raw)) trackInFlight(request);
      });
    } else trackInFlight(request);
    requireCapacity(request, reply);
  });

  // The body is complete now, except for uploads, which have their own limit.
  app.addHook('preValidation', async (request, reply) => {
    if (inFlight.has(request.raw)) requireCapacity(request, reply);
  });

  // The response is ready, but its client may take a while to read it.
  app.addHook('onSend', async (request, reply, payload) => {
    const { raw } = request;
    if (!openRequests.has(raw)) return;
    inFlight.delete(raw);
    healthChecks.delete(raw);
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    const bytes = isBuffered ? payload.length : Math.max(STREAM_BYTES, lengthOf(reply));
    unreadResponses.add(networkKey(request.ip), raw, bytes);
  });

  // Starts the timeout just before Fastify parses the body.
  app.addHook('preParsing', async (request) => {
    if (!isUpload(request) && openRequests.has(request.raw))
      limitBodyTime(request.raw, bodyTimeoutMs);
  });

  app.decorate('load', {
    inFlight: () => inFlight.size,
    isFromNetwork: (request) => fromNetwork.has(request),
    isDraining: () => isDraining,
    trackUnread: ({ raw, ip }) => {
      const response = openRequests.get(raw);
      // The operating system has usually buffered the entire response.
      if (response === undefined || response.socket?.writableLength === 0) return;
      unreadResponses.add(networkKey(ip), raw, unsentBytes(response));
    },
    release: (request) => {
      fromNetwork.delete(request);
      end(request);
    },
    drain: async () => {
      isDraining = true;
      app.server.close();
      // Otherwise, browsers would reuse the connection for their next request.
      for (const response of openRequests.values()) {
        if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      if (openRequests.size === 0) drained.resolve();
      await drained.promise;
    },
  });
}

/** Closes the connection if the rest of the request's body takes too long. */
function limitBodyTime(request: IncomingMessage, timeoutMs: number): void {
  if (request.complete || request.socket.destroyed) return;
  const timer = setTimeout(() => request.socket.destroy(), timeoutMs).unref();
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}

/** Returns the length of a response in bytes; 0 if it is unknown. */
const lengthOf = (reply: FastifyReply) => Number(reply.getHeader('content-length') ?? 0);

/** Returns the number of a response's bytes that are in memory and not sent yet; Infinity if it has not begun. */
function unsentBytes(response: ServerResponse | undefined): number {
  if (response?.headersSent !== true) return Infinity;
  // The source of an unfinished stream also uses memory.
  return Math.max(response.writableLength, response.writableEnded ? 0 : STREAM_BYTES);
}

/** Returns whether the request has a body (RFC 9112, 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

const sumBodyBytes = (requests: readonly { bodyBytes: number }[]) =>
  requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);

/**
 * Returns whether the rules for uploads apply to a request: its body is stored in files and watched by
 * stall-watch.ts, or is JSON on a route where it can be as long as a file.
 */
const isUpload = ({ headers, routeOptions, server }: FastifyRequest) =>
  routeOptions.config.acceptsMultipart === true &&
  (routeOptions.bodyLimit !== server.initialConfig.bodyLimit ||
    !/^application\/json\b/i.test(headers['content-type'] ?? ''));

/** Returns the size of a body stored in memory; 0 for uploads, which are stored in files. */
function bodyBytesOf(request: FastifyRequest): number {
  const { raw, routeOptions } = request;
  if (isUpload(request) || !hasBody(raw)) return 0;
  const length = Number(raw.headers['content-length'] ?? routeOptions.bodyLimit);
  return Math.min(length, routeOptions.bodyLimit ?? length);
}
