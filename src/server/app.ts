/** Builds the server from its options; reads no environment variables and opens no port. */

import type { Server } from 'node:http';
import cors from '@fastify/cors';
import proxyAddress from '@fastify/proxy-addr';
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import { isSecondFactorRequired } from '#shared/schemas/security/required-factor.ts';
import type { AppOptions } from './app-options.ts';
import { argonPasswords } from './features/accounts/password.ts';
import { findSessionUser } from './features/accounts/sessions/session-repository.ts';
import { readPolicies } from './features/policies/policies-service.ts';
import { registerFeatures } from './register-features.ts';
import { createVisibleChangeLimiter } from './http/limits/visible-changes.ts';
import { notFound } from './errors/app-error.ts';
import { installApiDocs } from './http/api-docs/api-docs.ts';
import { installBackground } from './http/background.ts';
import { installBodyParsers } from './http/bodies/body-parsers.ts';
import { installChunkLimit } from './http/bodies/chunk-limit.ts';
import { installCompression } from './http/bodies/compress-responses.ts';
import {
  CLIENT_ERROR_OPTIONS,
  installClientErrors,
  withSizeLimits,
} from './http/error-responses/client-errors.ts';
import { installErrorHandler, sendError } from './http/error-responses/error-handler.ts';
import { installForwardedWarning } from './http/logging/forwarded-warning.ts';
import { installPipeliningLimit } from './http/limits/pipelining-limit.ts';
import { createRequestTurns } from './http/limits/request-turns.ts';
import { networkKey } from './http/limits/rate-limits.ts';
import { installLoadLimits, TIMEOUT_OPTIONS } from './http/limits/load-limits.ts';
import { createHttpServer, installNetworkRequests } from './http/http-server.ts';
import { loggingOptions } from './http/logging/logging.ts';
import { installShedLog } from './http/logging/shed-log.ts';
import { installMultipart } from './http/bodies/multipart.ts';
import { installPrivateByDefault } from './cache/cached-responses.ts';
import { installCachedReplies, installFastReplies } from './cache/serve-cached.ts';
import { createRespondOnce } from './http/endpoints/idempotency.ts';
import { createRegisterEndpoint, isVisitor } from './http/endpoints/register-endpoint.ts';
import { createWorkQueues } from './http/limits/request-work.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createAuthentication } from './http/endpoints/authentication.ts';
import { createDemoGuard } from './http/endpoints/demo-guard.ts';
import { installStaticFiles } from './http/files/static-files.ts';
import { registerPageRoutes } from './pages/page-routes.ts';

/** Fits the longest text of a JSON body (20,000 characters), even if all of it is escaped. */
const MAX_BODY_BYTES = 256 * 1024;

/** Fastify would otherwise load its default compilers, which double its memory use. */
const CUSTOM_COMPILERS = {
  // Never called: routes have no Fastify schemas because handlers validate their input with Zod.
  buildValidator: (): never => {
    throw new Error('A route has a Fastify schema.');
  },
  // Services return exactly the fields of the response, and tests check every response against its
  // schema.
  buildSerializer: () => () => (response: unknown) => JSON.stringify(response),
};

/** Builds the app; the caller listens and closes. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const takeRequestTurn = createRequestTurns();
  const trustProxy = (_address: string, hop: number) => hop < options.trustProxy;
  const serverOptions: FastifyHttpOptions<Server> = {
    ...loggingOptions(options.logLevel, options.logStream),
    ...TIMEOUT_OPTIONS,
    ...CLIENT_ERROR_OPTIONS,
    http: { ...TIMEOUT_OPTIONS.http, ...CLIENT_ERROR_OPTIONS.http },
    trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    schemaController: { compilersFactory: CUSTOM_COMPILERS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handle, serverOptions) => {
      const listener = withSizeLimits((request, response) => {
        const { socket } = request;
        // A limit or the client may have closed the connection, which cancels its requests.
        if (socket.destroyed) return;
        app.networkRequests.notify(request, response);
        if (socket.destroyed) return;
        // Absent if the connection was closed in the meantime.
        const address: string | undefined = proxyAddress(request, trustProxy);
        takeRequestTurn(networkKey(address ?? ''), () => {
          if (!socket.destroyed) handle(request, response);
        });
      });
      return options.serverFactory?.(listener, serverOptions) ?? createHttpServer(listener);
    },
  };
  const app: FastifyInstance = Fastify(serverOptions);
  installNetworkRequests(app);
  installFastReplies(app, options.responseCache, {
    canSend: ({ raw }) => app.load.isFromNetwork(raw) && !app.load.isDraining(),
    onSent: (request) => app.load.trackUnread(request),
  });
  installBodyParsers(app);
  app.decorateRequest('actor', undefined);
  installErrorHandler(app);
  installClientErrors(app);
  installShedLog(app, options.shedLogMs);
  installPipeliningLimit(app);
  installChunkLimit(app);
  installLoadLimits(app, { proxies: options.trustProxy, ...options.loadLimits });
  options.metrics?.watch(app);
  if (options.trustProxy === 0) installForwardedWarning(app);
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));
  await installSecurityHeaders(app, {
    isHttps: options.publicSettings.publicUrl.startsWith('https:'),
  });
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'X-Total-Count',
        'Link',
        'X-Unread-Count',
        'X-Pending-Count',
        'X-Searched-For',
        'Retry-After',
      ],
      maxAge: 600,
      // An OPTIONS request without CORS headers is not a preflight; the plugin would reject it with its own error format.
      strictPreflight: false,
    });
  }
  installPrivateByDefault(app);
  installCompression(app);
  installCachedReplies(app, options.responseCache, ({ raw }) => ({
    isFromNetwork: app.load.isFromNetwork(raw),
  }));
  const receiveUpload = await installMultipart(app, {
    folder: options.uploadFolder,
    freeBytes: options.freeDiskBytes,
    limits: options.uploadLimits,
  });
  const queues = createWorkQueues();
  installApiDocs(app, {
    version: options.version,
    publicUrl: () => options.publicSettings.publicUrl,
    publicWork: queues.publicData,
  });

  const { db, readPrimary, createLimiter, rateLimits, responseCache: cache } = options;
  if (readPrimary !== undefined) {
    // After body parsing, which loses the async context.
    app.addHook('preHandler', (request, _reply, done) => {
      if (isVisitor(request)) done();
      else readPrimary(done);
    });
  }
  const { now, isDemoAllowed, isDemoRequested = false, passwords = argonPasswords } = options;
  const allowsDemo = createDemoGuard({ isDemoAllowed, isDemoRequested }, app.log);
  const authenticate = createAuthentication((hash, at) => findSessionUser(db, hash, at), {
    now,
    allowsDemo,
    // Users never need a second factor, so their requests do not read the policies.
    requiresSecondFactor: async (role) =>
      role !== 'user' && isSecondFactorRequired(await readPolicies(db), role),
  });
  const respondOnce = createRespondOnce({ db, now });
  const visibleChanges = createVisibleChangeLimiter(createLimiter, rateLimits);
  const createRegister = (scope: FastifyInstance) =>
    createRegisterEndpoint(scope, { authenticate, cache, queues, visibleChanges, respondOnce });
  const { readSite } = registerFeatures(app, {
    ...options,
    createRegister,
    background: installBackground(app),
    receiveUpload,
    queues,
    allowsDemo,
    passwords,
  });

  options.addDevRoutes?.(app, { ...options, readSite });
  if (options.pages !== null) {
    if (options.pages.filesFolder !== null)
      await installStaticFiles(app, options.pages.filesFolder);
    for (const url of ['/api', '/api/*']) {
      app.all(url, async () => {
        throw notFound();
      });
    }
    registerPageRoutes(app, {
      render: options.pages.render,
      readSite,
      publicSettings: options.publicSettings,
      cache: options.responseCache,
      publicWork: queues.publicData,
    });
  }
  return app;
}
