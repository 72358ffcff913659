/** Builds the server from what it is given; reads no environment, opens no port. */

import type { RequestListener, Server } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { AppOptions } from './app-options.ts';
import { notFound } from './errors/app-error.ts';
import { pingDatabase } from './database/database.ts';
import { registerAccountRoutes } from './features/accounts/account-routes.ts';
import { argonPasswords } from './features/accounts/password.ts';
import { findSessionUser } from './features/accounts/session-repository.ts';
import { registerContactRoutes } from './features/messages/contact-routes.ts';
import { createContactService } from './features/messages/contact-service.ts';
import { registerFavoriteRoutes } from './features/favorites/favorite-routes.ts';
import { createFavoriteService } from './features/favorites/favorite-service.ts';
import { registerHealthRoutes } from './features/health/health-routes.ts';
import { registerSettingsRoutes } from './features/health/settings-routes.ts';
import { registerPropertyManagementRoutes } from './features/properties/management/property-management-routes.ts';
import { createPropertyManagementService } from './features/properties/management/property-management-service.ts';
import { createAskService } from './features/inquiries/ask-service.ts';
import { registerInquiryRoutes } from './features/inquiries/inquiry-routes.ts';
import { createInquiryService } from './features/inquiries/inquiry-service.ts';
import { registerJobRoutes } from './features/jobs/job-routes.ts';
import { createJobService } from './features/jobs/job-service.ts';
import { registerReportRoutes } from './features/reports/report-routes.ts';
import { createReportService } from './features/reports/report-service.ts';
import { registerNotificationRoutes } from './features/notifications/notification-routes.ts';
import { createNotificationService } from './features/notifications/notification-service.ts';
import { registerMapRoutes } from './features/properties/search/map/map-routes.ts';
import { createMapService } from './features/properties/search/map/map-service.ts';
import { registerPlaceRoutes } from './features/places/place-routes.ts';
import { createPlaceService } from './features/places/place-service.ts';
import { registerOpenHouseFeed } from './features/open-house-feed/open-house-feed-routes.ts';
import { registerPropertyRoutes } from './features/properties/property-routes.ts';
import { createPropertyService } from './features/properties/property-service.ts';
import { registerSiteFilesRoutes } from './features/site/site-files-routes.ts';
import { createSiteReader } from './features/site/site-reader.ts';
import { registerSiteRoutes } from './features/site/site-routes.ts';
import { createSiteService } from './features/site/site-service.ts';
import { createAlertService } from './features/saved-searches/alerts/alert-service.ts';
import {
  registerAlertRoutes,
  registerSavedSearchRoutes,
  registerUnsubscribeRoute,
} from './features/saved-searches/saved-search-routes.ts';
import { createSavedSearchService } from './features/saved-searches/saved-search-service.ts';
import { registerShortlists } from './features/shortlists/register-shortlists.ts';
import { registerStatsRoutes } from './features/statistics/stats-routes.ts';
import { createStatsService } from './features/statistics/stats-service.ts';
import { registerTours } from './features/tours/register-tours.ts';
import { registerAgentRoutes } from './features/users/agent-routes.ts';
import { createAgentService } from './features/users/agent-service.ts';
import { registerUserAdminRoutes } from './features/users/user-admin-routes.ts';
import { createUserAdminService } from './features/users/user-admin-service.ts';
import { installApiDocs } from './http/api-docs/api-docs.ts';
import { installBackground } from './http/background.ts';
import { installBodyParsers } from './http/bodies/body-parsers.ts';
import { installCompression } from './http/bodies/compress-responses.ts';
import { CLIENT_ERROR_OPTIONS, installClientErrors } from './http/error-answers/client-errors.ts';
import { installErrorHandler, sendError } from './http/error-answers/error-handler.ts';
import { installForwardedWarning } from './http/logging/forwarded-warning.ts';
import { installLoadLimits, TIMEOUT_OPTIONS } from './http/limits/load-limits.ts';
import { createHttpServer, installNetworkRequests } from './http/http-server.ts';
import { loggingOptions } from './http/logging/logging.ts';
import { installShedLog } from './http/logging/shed-log.ts';
import { installMultipart } from './http/bodies/multipart.ts';
import { installPrivateByDefault } from './cache/cached-responses.ts';
import { installCachedReplies, installFastReplies } from './cache/serve-cached.ts';
import { registerImageRoutes } from './http/files/image-routes.ts';
import { createAnswerOnce } from './http/endpoints/idempotency.ts';
import { createRegisterEndpoint, isVisitor } from './http/endpoints/register-endpoint.ts';
import { createReadWork } from './http/limits/request-work.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createAuthentication } from './http/endpoints/authentication.ts';
import { createDemoGuard } from './http/endpoints/demo-guard.ts';
import { installStaticFiles } from './http/files/static-files.ts';
import { registerDiscoveryRoutes } from './features/sitemap/sitemap-routes.ts';
import { registerPageRoutes } from './pages/page-routes.ts';

/** The largest JSON body, in bytes: a listing's longest description four times over. */
const BODY_MAX_BYTES = 256 * 1024;

/** Fastify loads its own, which take as much memory as all the rest of it, unless both are named. */
const OWN_COMPILERS = {
  // The app is given its own, below: there the types allow schemas of zod.
  buildValidator: (): never => {
    throw new Error('The app has a validator of its own.');
  },
  // Services give exactly the fields of the response; the tests check every response against its schema.
  buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
};

/** Builds the app; the caller listens and closes. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const serverOptions: FastifyHttpOptions<Server> = {
    ...loggingOptions(options.logLevel, options.logStream),
    ...TIMEOUT_OPTIONS,
    ...CLIENT_ERROR_OPTIONS,
    http: { ...TIMEOUT_OPTIONS.http, ...CLIENT_ERROR_OPTIONS.http },
    trustProxy: (_address, hop) => hop < options.trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    schemaController: { compilersFactory: OWN_COMPILERS },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handle, serverOptions) => {
      const listener: RequestListener = (request, response) => {
        app.networkRequests.note(request, response);
        // A limit may have closed the connection, and with it this and all other requests on it.
        if (!request.socket.destroyed) handle(request, response);
      };
      return options.serverFactory?.(listener, serverOptions) ?? createHttpServer(listener);
    },
  };
  const app: FastifyInstance = Fastify(serverOptions);
  installNetworkRequests(app);
  installFastReplies(app, options.responseCache, {
    canSend: ({ raw }) => app.load.isFromNetwork(raw) && !app.load.isDraining(),
    onSent: (request) => app.load.noteSent(request),
  });
  installBodyParsers(app);
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('actor', undefined);
  installErrorHandler(app);
  installClientErrors(app);
  installShedLog(app, options.shedLogMs);
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
      exposedHeaders: ['X-Total-Count', 'Link', 'X-Unread-Count', 'X-Searched-For', 'Retry-After'],
      maxAge: 600,
      // Without its headers it is no preflight, and no reason for an error of another form.
      strictPreflight: false,
    });
  }
  installPrivateByDefault(app);
  installCompression(app);
  installCachedReplies(app, options.responseCache, ({ raw }) => ({
    isFromNetwork: app.load.isFromNetwork(raw),
  }));
  const takeUpload = await installMultipart(app, {
    folder: options.uploadFolder,
    freeBytes: options.freeDiskBytes,
    limits: options.uploadLimits,
  });
  installApiDocs(app, {
    version: options.version,
    publicUrl: () => options.publicSettings.publicUrl,
  });

  const { db, readDb, readPrimary, createLimiter, rateLimits, responseCache: cache } = options;
  if (readPrimary !== undefined) {
    // After the body was parsed, which loses the asynchronous context.
    app.addHook('preHandler', (request, _reply, done) => {
      if (isVisitor(request)) done();
      else readPrimary(done);
    });
  }
  const { now, allowDemo, isDemoAsked = false, passwords = argonPasswords } = options;
  const allowsDemo = createDemoGuard({ allowDemo, isDemoAsked }, app.log);
  const authenticate = createAuthentication((hash, at) => findSessionUser(db, hash, at), {
    now,
    allowsDemo,
  });
  const background = installBackground(app);
  const readWork = createReadWork();
  const answerOnce = createAnswerOnce({ db, now });
  const visibleChanges = createLimiter(
    'visible-changes',
    rateLimits.visibleChangesPerAccount,
    'You have changed very much within an hour. Please try again later.',
  );
  const createRegister = (scope: FastifyInstance) =>
    createRegisterEndpoint(scope, { authenticate, cache, readWork, visibleChanges, answerOnce });
  const register = createRegister(app);
  registerHealthRoutes(register, options.pingDatabase ?? (() => pingDatabase(db)));
  registerSettingsRoutes(register, options.publicSettings);
  const searching = {
    now: () => options.now().getTime(),
    cacheVersion: options.responseCache.version,
    costRates: options.publicSettings.costRates,
  };
  const properties = createPropertyService(readDb, searching);
  registerPropertyRoutes(register, properties);
  const savedHomes = {
    db,
    now,
    findListings: properties.findByIds,
    publicUrl: () => options.publicSettings.publicUrl,
  };
  registerFavoriteRoutes(register, createFavoriteService(savedHomes));
  registerShortlists(register, { ...savedHomes, createLimiter, rateLimits });
  registerMapRoutes(register, createMapService({ db, readDb, ...searching }), background);
  const places = createPlaceService({ db, readDb, now: () => options.now() });
  registerPlaceRoutes(register, places, background);
  registerPropertyManagementRoutes(
    register,
    takeUpload,
    createPropertyManagementService({
      db,
      images: options.images,
      perAgent: createLimiter(
        'new-properties',
        rateLimits.newPropertiesPerAgent,
        'You have published very many listings within an hour. Please try again later.',
      ),
      now: options.now,
    }),
  );
  registerAgentRoutes(register, createAgentService(readDb));
  registerAccountRoutes(register, {
    ...options,
    passwords,
    allowsDemo,
    background,
    takeUpload,
  });
  registerUserAdminRoutes(register, createUserAdminService({ db, images: options.images, now }));
  registerContactRoutes(
    register,
    createContactService({
      db,
      perAddress: createLimiter(
        'contact',
        rateLimits.contactPerIp,
        'Too many messages were sent from here. Please try again in a few minutes.',
      ),
      now,
      contactEmail: options.contactEmail,
    }),
  );
  registerInquiryRoutes(register, {
    ...createInquiryService({
      db,
      perSender: createLimiter(
        'inquiry-message',
        rateLimits.inquiryMessagesPerSender,
        'You have written very many messages within an hour. Please try again later.',
      ),
      perAgent: createLimiter(
        'inquiry-changes',
        rateLimits.inquiryChangesPerAgent,
        'You have changed very many inquiries within an hour. Please try again later.',
      ),
      now,
    }),
    ...createAskService({
      db,
      perSender: createLimiter(
        'inquiry',
        rateLimits.inquiriesPerSender,
        'You have sent too many questions within an hour. Please try again later.',
      ),
      firstMails: createLimiter('inquiry-mail', rateLimits.firstMailsPerEmail, 'Too many mails.'),
      now,
    }),
  });
  registerReportRoutes(
    register,
    createReportService({
      db,
      perAddress: createLimiter(
        'report',
        rateLimits.reportsPerIp,
        'Many listings were reported from here. Please try again later.',
      ),
      now,
    }),
  );
  registerNotificationRoutes(app, register, createNotificationService({ db }), options.events);
  registerTours(register, {
    db,
    readDb,
    createLimiter,
    rateLimits,
    now,
    publicUrl: () => options.publicSettings.publicUrl,
  });
  const siteReader = createSiteReader(db, options.responseCache.version);
  registerOpenHouseFeed(app, register, {
    readDb,
    now,
    publicUrl: () => options.publicSettings.publicUrl,
    siteName: async () => (await siteReader.read()).name,
    cacheVersion: options.responseCache.version,
    costRates: options.publicSettings.costRates,
  });
  registerSavedSearchRoutes(register, createSavedSearchService({ db, now }));
  const alerts = createAlertService({
    db,
    now,
    perIp: createLimiter(
      'alerts',
      rateLimits.alertsPerIp,
      'Too many alert requests from this network. Please try again in an hour.',
    ),
    confirmationsPerIp: createLimiter(
      'alert-confirmations',
      rateLimits.alertConfirmationsPerIp,
      'Too many requests. Please try again in an hour.',
    ),
    perAddress: createLimiter('alert-mails', rateLimits.alertMailsPerAddress, ''),
  });
  registerAlertRoutes(register, alerts);
  registerUnsubscribeRoute(app, createRegister, alerts);
  registerJobRoutes(register, createJobService({ db, now }));
  registerStatsRoutes(register, createStatsService({ db, now }));
  registerSiteRoutes(
    register,
    takeUpload,
    createSiteService({ db, images: options.images, now, sendsMail: options.sendsMail }),
  );
  registerSiteFilesRoutes(app, {
    reader: siteReader,
    images: options.images,
    cache: options.responseCache,
  });
  registerImageRoutes(app, options.images);
  registerDiscoveryRoutes(app, readDb, options.publicSettings, {
    places,
    readSite: siteReader.read,
    cache: options.responseCache,
    publicWork: readWork.publicData,
  });

  options.addDevRoutes?.(app, { ...options, readSite: siteReader.read });
  if (options.pages !== null) {
    if (options.pages.filesFolder !== null)
      await installStaticFiles(app, options.pages.filesFolder);
    for (const url of ['/api', '/api/*']) {
      app.all(url, { schema: { hide: true } }, async () => {
        throw notFound();
      });
    }
    registerPageRoutes(app, {
      render: options.pages.render,
      readSite: siteReader.read,
      publicSettings: options.publicSettings,
      cache: options.responseCache,
    });
  }
  return app;
}
