/** Registers a route from its entry in the endpoint table, which defines its access, input, and queue, among other things. */

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Endpoint, endpointUrl } from '#shared/endpoints/endpoint.ts';
import { hasRoleFor } from '#shared/permissions.ts';
import { AppError, forbidden, notFound, unauthenticated } from '../../errors/app-error.ts';
import { parseOrThrow } from '../error-responses/parse.ts';
import type { ResponseCache } from '../../cache/response-cache.ts';
import {
  convertForClient,
  sendCachedResponse,
  toCachedResponse,
} from '../../cache/cached-responses.ts';
import { compressForClient } from '../bodies/compress-responses.ts';
import { DOWNLOAD_STALL_RULE, watchForStall } from '../bodies/stall-watch.ts';
import { addressKey } from '../limits/rate-limits.ts';
import type { RequestQueue, WorkQueues } from '../limits/request-work.ts';
import type { VisibleChangeLimiter } from '../limits/visible-changes.ts';
import {
  type RespondOnce,
  checkIdempotencyKey,
  type Once,
  ONCE_WITHOUT_KEY,
} from './idempotency.ts';
import { type RawJson, toJson } from './raw-json.ts';
import type { Authenticate, SignedIn } from './authentication.ts';

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<E, K extends string> = E extends Record<K, infer S> ? OutputOf<S> : undefined;

/** The input of a handler. `body` is the validated JSON body; the handler itself reads a multipart body. */
export type Call<E extends Endpoint> = {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: E extends { files: unknown } ? undefined : Part<E, 'body'>;
  /** The signed-in user; always undefined for public endpoints unless sign-in is optional. */
  actor: E['access'] extends 'public'
    ? E extends { optionalSignIn: true }
      ? SignedIn | undefined
      : undefined
    : SignedIn;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E extends { takesIdempotencyKey: true } ? { once: Once } : unknown);

/**
 * Returns the response described by the endpoint's `response`; every endpoint's tests check this. A long text can be
 * generated in parts, and public data can be a buffer.
 */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<z.output<E['response']> | RawJson | TextParts | Buffer>;

/** Generates a long text in parts of at most about a megabyte, each in the endpoint's queue. */
export type TextParts = AsyncGenerator<string, void>;

/** Registers endpoints on the app or one of its scopes. */
export type RegisterEndpoint = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: {
    checkBody?: boolean;
    /** Whether the response contains private data. Defaults to true for GET. */
    returnsPrivateData?: boolean;
  },
) => void;

/** The dependencies of every endpoint. */
export type EndpointServices = {
  authenticate: Authenticate;
  /** Caches responses that are the same for every visitor. */
  cache: ResponseCache;
  /** Limit the concurrent requests from one client. */
  queues: WorkQueues;
  /** Limits changes to public data by account and by IP address. */
  visibleChanges: VisibleChangeLimiter;
  /** Responds to requests that have an Idempotency-Key. */
  respondOnce: RespondOnce;
};

export function createRegisterEndpoint(
  app: FastifyInstance,
  { cache, queues, visibleChanges, respondOnce, ...services }: EndpointServices,
): RegisterEndpoint {
  const authenticate: Authenticate = async (request) =>
    isVisitor(request) ? null : queues.signIn(request, async () => services.authenticate(request));
  const register: RegisterEndpoint = (endpoint, handler, options = {}) => {
    if (endpoint.root === 'also') register({ ...endpoint, root: 'only' }, handler, options);
    const { method, path, access, status } = endpoint;
    const isMultipart = endpoint.files !== undefined;
    const checkBody = options.checkBody ?? !isMultipart;
    const returnsPrivateData = options.returnsPrivateData ?? method === 'GET';
    const isPublicData =
      access === 'public' && method === 'GET' && path !== '/health' && endpoint.personal !== true;
    const isCached = isPublicData && endpoint.uncached !== true;
    const { contentType = JSON_TYPE } = endpoint;
    const publicWork = queues[endpoint.queue ?? 'publicData'];
    const work = queueOf(endpoint, queues);
    const toText = endpoint.contentType === undefined ? toJson : String;
    app.route({
      method,
      url: endpointUrl(endpoint),
      config: { acceptsMultipart: isMultipart },
      ...(endpoint.files?.jsonAlternative !== undefined && endpoint.files.maxFileBytes !== undefined
        ? { bodyLimit: endpoint.files.maxFileBytes }
        : {}),
      // Runs before parsing so that callers without permission get no validation errors.
      onRequest: async (request) => {
        if (access === 'public') {
          if (endpoint.optionalSignIn !== true) return;
          const actor = await authenticate(request);
          // A user whose session has ended must not send a question or book a tour as a visitor without noticing.
          const isRejected = method !== 'GET' && endpoint.ignoresInvalidToken !== true;
          if (actor === null && isRejected && !isVisitor(request)) throw unauthenticated();
          request.actor = withSecondFactor(actor);
          return;
        }
        const actor = await authenticate(request);
        if (actor === null) throw unauthenticated();
        if (actor.mustSetUpSecondFactor && !ALLOWED_DURING_SETUP.has(access))
          throw setupRequiredError();
        if (!hasRoleFor(actor, access)) throw forbidden();
        request.actor = actor;
      },
      handler: async (request, reply) => {
        // Validates in the queue because some input takes a long time to check.
        const run = async () => {
          // A multipart body's schema is only for the API docs; the handler reads and validates the body.
          const input = validate(
            { ...endpoint, ...(checkBody ? {} : { body: undefined }) },
            request,
          );
          const handle = async (once: Once) =>
            handler({
              ...input,
              actor: request.actor,
              request,
              reply,
              once,
              // `Call` derives its types from the schemas.
            } as unknown as Call<typeof endpoint>);
          const { actor } = request;
          if (endpoint.changesPublicData === true && actor !== undefined && actor.role !== 'admin')
            await visibleChanges.consume(actor._id, request.ip, input.body);
          const header = request.headers['idempotency-key'];
          if (endpoint.takesIdempotencyKey !== true || header === undefined)
            return handle(ONCE_WITHOUT_KEY);
          const key = checkIdempotencyKey(header);
          const sender = request.actor ?? (await authenticate(request));
          const caller = sender === null ? `ip ${addressKey(request.ip)}` : `account ${sender._id}`;
          const idempotent = { key, endpoint: `${method} ${path}`, caller, url: request.url };
          const json = isMultipart ? {} : { json: request.body };
          return respondOnce(idempotent, { ...json, work: handle });
        };
        if (isPublicData) {
          const render = async () => {
            const result = await run();
            // Drafts are sent only to users who can change them.
            await requireUnchangedActor(request);
            const body = Buffer.isBuffer(result) ? result : Buffer.from(toText(result));
            const headers = { ...reply.getHeaders(), 'content-type': contentType };
            return toCachedResponse(200, headers, body);
          };
          const get = async () =>
            convertForClient(
              request,
              isCached && isVisitor(request)
                ? await cache.get(cacheKey(endpoint, request), render, {
                    isFromNetwork: app.load.isFromNetwork(request.raw),
                  })
                : await render(),
            );
          return sendCachedResponse(request, reply, await publicWork(request, get));
        }
        const respond = async () => {
          const result = await run();
          // The request may have waited for minutes, so the data may be newer than the permission.
          if (returnsPrivateData) await requireUnchangedActor(request);
          if (isTextParts(result)) return result;
          // If `reply.sent` is true, the handler has taken over the connection, e.g. for an event stream.
          if (status === 204 || reply.sent) return undefined;
          return compressForClient(request, contentType, toText(result));
        };
        const result = work === undefined ? await respond() : await work(request, respond);
        if (reply.sent) return reply;
        if (endpoint.changesPublicData === true) await cache.catchUp();
        reply.code(status);
        if (result === undefined) return reply.send();
        reply.type(contentType);
        if (!isTextParts(result)) {
          if (result.encoding !== undefined) reply.header('Content-Encoding', result.encoding);
          return reply.send(result.body);
        }
        await queues.streams(request, async () =>
          sendParts(reply, work === undefined ? result : generateInQueue(result, request, work)),
        );
        return reply;
      },
    });
  };
  return register;

  /** Generates each part in the endpoint's queue, if the user still has the same permissions. */
  async function* generateInQueue(
    parts: TextParts,
    request: FastifyRequest,
    work: RequestQueue,
  ): TextParts {
    try {
      for (;;) {
        const { done, value } = await work(request, async () => {
          await requireUnchangedActor(request);
          return parts.next();
        });
        if (done === true) return;
        yield value;
      }
    } finally {
      await parts.return();
    }
  }

  /**
   * Reads the user again, because a request can wait for minutes, and a slow client can take hours
   * to receive a response.
   *
   * @throws AppError FORBIDDEN if the session has ended, or the user's permissions have changed
   */
  async function requireUnchangedActor(request: FastifyRequest): Promise<void> {
    const { actor } = request;
    if (actor === undefined) return;
    const current = await services.authenticate(request);
    if (current === null || !hasSamePermissions(current, actor)) throw forbidden();
  }
}

/** Returns whether a user has the same permissions as at the start of a request. */
const hasSamePermissions = (current: SignedIn, former: SignedIn) =>
  current.role === former.role &&
  current.office?._id === former.office?._id &&
  current.officeRole === former.officeRole &&
  current.mustSetUpSecondFactor === former.mustSetUpSecondFactor;

const isTextParts = (result: unknown): result is TextParts =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/** Sends a text in parts, and resolves when the client has received it, has disconnected, or was too slow. */
async function sendParts(reply: FastifyReply, parts: TextParts): Promise<void> {
  const { socket } = reply.request.raw;
  const countReceived = () => socket.bytesWritten - socket.writableLength;
  const stopWatch = watchForStall(countReceived, DOWNLOAD_STALL_RULE, () => socket.destroy());
  const stream = Readable.from(parts);
  void reply.send(stream);
  // Fastify reports errors.
  await finished(stream).catch(() => undefined);
  stopWatch();
}

/**
 * Returns the queue of an endpoint that does not serve public data; undefined if its requests need no slot. Uploads wait
 * only where they begin a transaction (see `inActorTransaction`), so that a slow one does not delay the account's other
 * changes.
 */
function queueOf(
  { method, path, files, queue, waitsForExternalServer }: Endpoint,
  queues: WorkQueues,
): RequestQueue | undefined {
  if (path === '/health' || waitsForExternalServer === true) return undefined;
  if (method !== 'GET') return files === undefined ? queues.changes : undefined;
  return queues[queue ?? 'personal'];
}

/**
 * Actions that are allowed even before a required second factor is set up: using the user's own
 * account pages, and signing out.
 */
const ALLOWED_DURING_SETUP: ReadonlySet<Endpoint['access']> = new Set([
  'profile:change',
  'session:end',
]);

const setupRequiredError = () =>
  new AppError('SECOND_FACTOR_SETUP_REQUIRED', 'Set up a second factor to continue.');

/** Treats users who must set up a second factor as visitors, for public endpoints. */
const withSecondFactor = (actor: SignedIn | null) =>
  actor === null || actor.mustSetUpSecondFactor ? undefined : actor;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Returns whether a request has no token. Signed-in users bypass the cache because they must see
 * their own changes even before another process's invalidation has arrived here.
 */
export const isVisitor = (request: FastifyRequest) => request.headers.authorization === undefined;

/** The parameter for text that is still being typed: 'all' can become 'Allentown'. */
const TYPED_PARAMETER = 'term';

/** Returns a key without the query if the endpoint has none, so that clients cannot fill the cache with copies. */
function cacheKey({ query }: Endpoint, { raw: { url = '' } }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  return query === undefined ? path : url;
}

/**
 * Drops parameters that are empty, blank, or `all` (except in `term`), which are treated as absent
 * (docs/product/api.md, Conventions).
 */
function withoutEmptyValues(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query ?? {}).filter(
      ([name, value]) =>
        (value !== 'all' || name === TYPED_PARAMETER) &&
        !(typeof value === 'string' && value.trim() === ''),
    ),
  );
}

/**
 * Validates the parts of a request; those without a schema stay unchanged.
 *
 * @throws AppError VALIDATION_FAILED; NOT_FOUND for a malformed path parameter, as for an unknown ID
 */
function validate(
  { params, query, body }: Pick<Endpoint, 'params' | 'query'> & { body?: z.ZodType | undefined },
  request: FastifyRequest,
) {
  const parsedParams = params?.safeParse(request.params);
  if (parsedParams?.success === false) throw notFound();
  const parse = (schema: z.ZodType | undefined, value: unknown) =>
    schema === undefined ? value : parseOrThrow(schema, value);
  return {
    params: parsedParams?.data ?? request.params,
    query: parse(query, withoutEmptyValues(request.query)),
    body: parse(body, request.body === undefined && body !== undefined ? {} : request.body),
  };
}
