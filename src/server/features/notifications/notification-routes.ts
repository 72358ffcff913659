import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#shared/api-endpoints.ts';
import { setPageHeaders } from '../../http/endpoints/paging.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createWaitingRequests, type WaitingRequests } from '../../http/limits/waiting-requests.ts';
import { networkKey } from '../../http/limits/rate-limits.ts';
import type { EventHub, EventSink } from './event-hub.ts';
import type { NotificationService } from './notification-service.ts';

/** The maximum number of bytes buffered for one stream whose client does not read. */
const MAX_BUFFERED_BYTES = 2 * 1024 * 1024;
/** The maximum number of bytes buffered for all such streams: per IP address, and in total. */
const MAX_BUFFERED_BYTES_PER_ADDRESS = 16 * 1024 * 1024;
const MAX_TOTAL_BUFFERED_BYTES = 128 * 1024 * 1024;
/** How long a client has to read the remaining data when a stream ends. */
const END_TIMEOUT_MS = 10_000;

/** Registers the endpoints for notifications and the event stream. */
export function registerNotificationRoutes(
  app: FastifyInstance,
  register: RegisterEndpoint,
  service: NotificationService,
  events: EventHub,
): void {
  register(endpoints.listNotifications, async ({ query, actor, request, reply }) => {
    const { notifications, total, unread } = await service.list(actor._id, query);
    setPageHeaders(request, reply, query, total);
    reply.header('X-Unread-Count', String(unread));
    return notifications;
  });

  register(endpoints.readNotifications, async ({ body, actor }) => ({
    unreadCount: await service.markRead(actor, body),
  }));

  const unreadStreams = createWaitingRequests<ServerResponse>({
    perAddress: Infinity,
    total: Infinity,
    bytes: {
      perAddress: MAX_BUFFERED_BYTES_PER_ADDRESS,
      total: MAX_TOTAL_BUFFERED_BYTES,
      remainingOf: (raw) => raw.writableLength,
    },
    onShed: (raw) => {
      app.countShed('unread events');
      raw.destroy();
    },
  });
  register(endpoints.streamEvents, async ({ actor, request, reply }) => {
    // Fastify also calls this handler for HEAD, which needs no stream.
    if (request.method === 'HEAD') return '';
    const lastId = request.headers['last-event-id'];
    const { _id: userId, tokenHash } = actor;
    const client = { userId, tokenHash, address: networkKey(request.ip) };
    const close = await events.open(client, Array.isArray(lastId) ? lastId[0] : lastId, () =>
      connect(app, request, reply, unreadStreams),
    );
    if (reply.raw.closed) close();
    else reply.raw.once('close', close);
    return '';
  });

  app.addHook('preClose', async () => events.close());
}

/** Hijacks the connection so that it stays open but no longer counts as an in-flight request. */
function connect(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  unread: WaitingRequests<ServerResponse>,
): EventSink {
  const { raw } = reply;
  const address = networkKey(request.ip);
  reply.hijack();
  app.load.release(request.raw);
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  const markDrained = () => unread.remove(raw);
  raw.on('drain', markDrained).once('close', markDrained);
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
    // Prevents nginx from buffering events.
    'X-Accel-Buffering': 'no',
  });
  return {
    write: (text) => {
      if (raw.writableLength + Buffer.byteLength(text) > MAX_BUFFERED_BYTES) raw.destroy();
      else if (!raw.write(text)) unread.add(address, raw, Infinity);
    },
    end: () => {
      raw.end();
      // Destroys the connection if the client does not read the remaining data.
      const timeout = setTimeout(() => raw.destroy(), END_TIMEOUT_MS).unref();
      raw.once('close', () => clearTimeout(timeout));
    },
  };
}
