/** Sheds load when the server is saturated: limits in number and in time. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { createHeldRequests } from './held-requests.ts';
import { addressKey } from './rate-limits.ts';

/** Requests that one process answers at once; more get 503. Those that have not come to their end are none. */
const MAX_REQUESTS_IN_FLIGHT = 1_000;
/** For one IP address, so that it cannot cause refusals for everyone else. */
const REQUESTS_IN_FLIGHT_PER_ADDRESS = 500;
/** Requests without the end of their body: uploads, and who only pretends. */
const MAX_UNFINISHED = 1_000;
const UNFINISHED_PER_ADDRESS = 200;
/** Answers on their way to their readers. */
const MAX_UNREAD = 5_000;
const UNREAD_PER_ADDRESS = 1_000;
/** The memory of unread responses, in bytes: a file of the sitemap has five million. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const UNREAD_BYTES_PER_ADDRESS = 64 * 1024 * 1024;
/** Connections that one process holds at once, busy or not; a waiting one costs about 10 kB. */
const MAX_CONNECTIONS = 10_000;
/** For one IP address, without a proxy in front. */
const CONNECTIONS_PER_ADDRESS = 2_000;

/** For the headers: no browser takes this long, and until then a connection costs little. */
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
  // An upload may take as long as it progresses.
  requestTimeout: 0,
  connectionTimeout: SILENCE_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
} satisfies FastifyHttpOptions<Server>;

/** Requests from the network; those of our own pages to the API do not count. */
export type Load = {
  /** Requests that have come and are being answered. */
  inFlight: () => number;
  /** Whether a request came over the network. */
  isFromNetwork: (request: IncomingMessage) => boolean;
  /** Whether everything is coming to its end. */
  isDraining: () => boolean;
  /** A cached response was sent before the other hooks; until its client has read it, it counts like any other. */
  noteSent: (request: FastifyRequest) => void;
  /** A request stays open and counts no more, such as an event stream. */
  release: (request: IncomingMessage) => void;
  /**
   * Stops accepting connections and lets requests under way finish.
   *
   * @returns resolves when nothing is in flight
   */
  drain: () => Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    load: Load;
  }
}

/** What `installLoadLimits` may be given instead of its own numbers. */
export type LoadLimits = {
  inFlightMost?: number;
  inFlightPerAddress?: number;
  bodyTimeoutMs?: number;
  unfinishedPerAddress?: number;
  unfinishedMost?: number;
  unreadPerAddress?: number;
  unreadMost?: number;
  unreadBytesPerAddress?: number;
  unreadBytesMost?: number;
  connectionsPerAddress?: number;
  /** The number of proxies in front; the IP address of a connection then says nothing. */
  proxies?: number;
};

/** Must be installed before everything else that answers, and after the log of what is refused. */
export function installLoadLimits(app: FastifyInstance, limits: LoadLimits = {}): void {
  const { inFlightMost = MAX_REQUESTS_IN_FLIGHT, bodyTimeoutMs = BODY_TIMEOUT_MS } = limits;
  const { inFlightPerAddress = REQUESTS_IN_FLIGHT_PER_ADDRESS } = limits;
  /** All of them, for the end. */
  const open = new Map<IncomingMessage, ServerResponse>();
  /** Requests fully received but not answered, with their IP addresses: only these are work. */
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
    inAll: limits.unreadMost ?? MAX_UNREAD,
    bytes: {
      perAddress: limits.unreadBytesPerAddress ?? UNREAD_BYTES_PER_ADDRESS,
      inAll: limits.unreadBytesMost ?? MAX_UNREAD_BYTES,
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
    // Node.js closes only the response that is being sent, not those that wait behind it.
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
    const isFull = inFlight.size > inFlightMost;
    // Event streams have limits of their own, and are in flight only until they begin.
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
    throw new AppError('TOO_MANY_REQUESTS', 'Too much is asked from here at once. Please wait.', {
      retryAfterSeconds,
      shedFor: 'requests in flight of one address',
    });
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

  // By now a body is complete, but for an upload, of which there is a number of its own.
  app.addHook('preValidation', async (request, reply) => {
    if (inFlight.has(request.raw)) requireRoom(request, reply);
  });

  // The response is complete: the client may take any time to read the rest.
  app.addHook('onSend', async (request, _reply, payload) => {
    const { raw } = request;
    if (!inFlight.delete(raw)) return;
    // Only a small part of a stream is in memory at once.
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    unread.add(addressKey(request.ip), raw, isWhole ? payload.length : 0);
  });

  // Fastify parses a body between these two.
  app.addHook('preParsing', async (request) => {
    const { raw } = request;
    const isUpload = request.routeOptions.config.takesMultipart === true;
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
      // Mostly the system has taken all of it at once.
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

/** The part of a response that waits in memory for its client; all of it until it is written. */
const unsentBytes = (response: ServerResponse | undefined) =>
  response?.headersSent === true ? response.writableLength : Infinity;

/** Whether something comes after the head (RFC 9112, 6.3). */
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
