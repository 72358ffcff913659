/** Builds the server from what it is given; reads no environment, opens no port. */

import type { Server } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyServerFactory,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Database } from './database/database.ts';
import { notFound } from './errors/app-error.ts';
import { registerAccountRoutes } from './features/accounts/account-routes.ts';
import { argonPasswords, type Passwords } from './features/accounts/password.ts';
import { findSessionUser } from './features/accounts/session-repository.ts';
import { registerContactRoutes } from './features/messages/contact-routes.ts';
import { createContactService } from './features/messages/contact-service.ts';
import { registerHealthRoutes } from './features/health/health-routes.ts';
import { registerPropertyManagementRoutes } from './features/properties/management/property-management-routes.ts';
import { createPropertyManagementService } from './features/properties/management/property-management-service.ts';
import { createAskService } from './features/inquiries/ask-service.ts';
import { registerInquiryRoutes } from './features/inquiries/inquiry-routes.ts';
import { createInquiryService } from './features/inquiries/inquiry-service.ts';
import { registerReportRoutes } from './features/reports/report-routes.ts';
import { createReportService } from './features/reports/report-service.ts';
import type { EventHub } from './features/notifications/event-hub.ts';
import { registerNotificationRoutes } from './features/notifications/notification-routes.ts';
import { createNotificationService } from './features/notifications/notification-service.ts';
import { registerMapRoutes } from './features/properties/search/map/map-routes.ts';
import { createMapService } from './features/properties/search/map/map-service.ts';
import { registerPropertyRoutes } from './features/properties/property-routes.ts';
import { createPropertyService } from './features/properties/property-service.ts';
import { registerSiteRoutes } from './features/site/site-routes.ts';
import { createSiteService } from './features/site/site-service.ts';
import { createAlertService } from './features/saved-searches/alerts/alert-service.ts';
import {
  registerAlertRoutes,
  registerSavedSearchRoutes,
  registerUnsubscribeRoute,
} from './features/saved-searches/saved-search-routes.ts';
import { createSavedSearchService } from './features/saved-searches/saved-search-service.ts';
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
import type { ResponseCache } from './cache/response-cache.ts';
import { installLoadLimits, type LoadLimits, TIMEOUT_OPTIONS } from './http/limits/load-limits.ts';
import { loggingOptions } from './http/logging/logging.ts';
import { installShedLog } from './http/logging/shed-log.ts';
import { installMultipart } from './http/bodies/multipart.ts';
import type { UploadLimits } from './http/bodies/upload-limits.ts';
import { installPrivateByDefault } from './cache/cached-responses.ts';
import type { CreateLimiter, RateLimits } from './http/limits/rate-limits.ts';
import { registerImageRoutes } from './http/files/image-routes.ts';
import { createRegisterEndpoint } from './http/endpoints/register-endpoint.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { createAuthentication } from './http/endpoints/authentication.ts';
import { createDemoGuard } from './http/endpoints/demo-guard.ts';
import { installStaticFiles } from './http/files/static-files.ts';
import { registerDiscoveryRoutes } from './features/sitemap/sitemap-routes.ts';
import type { AppMetrics } from './metrics/app-metrics.ts';
import type { ImageStore } from './storage/image-store.ts';
import type { PageRenderer, PublicSettings } from './pages/page-renderer.ts';
import { registerPageRoutes } from './pages/page-routes.ts';

/** The largest JSON body, in bytes: a listing's longest description four times over. */
const BODY_MAX_BYTES = 256 * 1024;

/** Fastify loads its own, which take as much memory as all the rest of it, unless both are named. */
const OWN_COMPILERS = {
  // The app is given its own, below: there the types allow schemas of zod.
  buildValidator: (): never => {
    throw new Error('The app has a validator of its own.');
  },
  // Services give exactly the fields that go out; the tests check every answer against its schema.
  buildSerializer: () => () => (answer: unknown) => JSON.stringify(answer),
};

/** Everything the server works with. */
export type AppOptions = {
  db: Database;
  /** Where public reads go: a replica where there is one, else the same as `db`. */
  readDb: Database;
  images: ImageStore;
  /** Where uploads wait while they are taken; the system's temporary folder if absent. */
  uploadFolder?: string;
  /** Whether mails reach people, and are not only written as files (interface: Settings, SMTP_URL). */
  sendsMail: boolean;
  /** Where contact messages also go by mail (interface: Settings, CONTACT_EMAIL). */
  contactEmail: string | undefined;
  /** argon2id if absent; tests count the calls. */
  passwords?: Passwords;
  createLimiter: CreateLimiter;
  rateLimits: RateLimits;
  /** Where public answers are kept; the caller tells it of changes. */
  responseCache: ResponseCache;
  /** The open event streams; whoever listens to the database tells it of events. */
  events: EventHub;
  /** The clock. */
  now: () => Date;
  publicSettings: PublicSettings;
  /** Whether demo accounts may sign in (interface: Settings, DEMO). */
  allowDemo: boolean;
  /** Whether demo accounts were asked for by name: else they sign in on this machine alone. */
  isDemoAsked?: boolean;
  /** How many proxies stand in front (interface: Settings, TRUST_PROXY). */
  trustProxy: number;
  corsOrigins: readonly string[];
  version: string;
  /** Of the log that goes to standard output as lines of JSON. */
  logLevel: string;
  /** Takes the log's lines instead of standard output. */
  logStream?: { write: (line: string) => void };
  /** Counts the requests. */
  metrics?: AppMetrics;
  /** How much at once, instead of the numbers of load-limits.ts. */
  loadLimits?: LoadLimits;
  /** How much may be uploaded at once, instead of UPLOAD_LIMITS. */
  uploadLimits?: Partial<UploadLimits>;
  /** Free bytes where uploads wait; asks the system if absent. */
  freeDiskBytes?: (folder: string) => Promise<number>;
  /** The pages and the folder of their built files; null for an API without pages. */
  pages: { render: PageRenderer; filesFolder: string | null } | null;
  /** Makes the HTTP server, for something that has to stand before the app; Fastify's own if absent. */
  serverFactory?: FastifyServerFactory;
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
    ...(options.serverFactory === undefined ? {} : { serverFactory: options.serverFactory }),
  };
  const app: FastifyInstance = Fastify(serverOptions);
  installBodyParsers(app);
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('actor', undefined);
  installErrorHandler(app);
  installClientErrors(app);
  installShedLog(app);
  installLoadLimits(app, { isBehindProxy: options.trustProxy > 0, ...options.loadLimits });
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
  const takeUpload = await installMultipart(app, {
    folder: options.uploadFolder,
    freeBytes: options.freeDiskBytes,
    limits: options.uploadLimits,
  });
  installApiDocs(app, {
    version: options.version,
    publicUrl: () => options.publicSettings.publicUrl,
  });

  const { db, readDb, createLimiter, rateLimits } = options;
  const { now, allowDemo, passwords = argonPasswords } = options;
  const { isDemoAsked = false } = options;
  const allowsDemo = createDemoGuard({ allowDemo, isDemoAsked }, app.log);
  const authenticate = createAuthentication((hash, at) => findSessionUser(db, hash, at), {
    now,
    allowsDemo,
  });
  const background = installBackground(app);
  const register = createRegisterEndpoint(app, authenticate, options.responseCache);
  registerHealthRoutes(register, db);
  registerPropertyRoutes(
    register,
    createPropertyService(readDb, {
      now: () => options.now().getTime(),
      cacheVersion: options.responseCache.cacheVersion,
    }),
  );
  registerMapRoutes(
    register,
    createMapService({
      db,
      readDb,
      now: () => options.now().getTime(),
      cacheVersion: options.responseCache.cacheVersion,
    }),
    background,
  );
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
    authenticate,
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
  registerInquiryRoutes(
    register,
    {
      ...createInquiryService({
        db,
        perSender: createLimiter(
          'inquiry-message',
          rateLimits.inquiryMessagesPerSender,
          'You have written very many messages within an hour. Please try again later.',
        ),
        now,
      }),
      ...createAskService({
        db,
        perSender: createLimiter(
          'inquiry',
          rateLimits.inquiriesPerSender,
          'You have asked about very many homes within an hour. Please try again later.',
        ),
        firstMails: createLimiter('inquiry-mail', rateLimits.firstMailsPerEmail, 'Too many mails.'),
        now,
      }),
    },
    authenticate,
  );
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
  registerSavedSearchRoutes(register, createSavedSearchService({ db, now }));
  const alerts = createAlertService({
    db,
    now,
    perIp: createLimiter(
      'alerts',
      rateLimits.alertsPerIp,
      'Too many alerts were asked for from here. Please try again in an hour.',
    ),
    perAddress: createLimiter('alert-mails', rateLimits.alertMailsPerAddress, ''),
  });
  registerAlertRoutes(register, alerts);
  registerUnsubscribeRoute(
    app,
    (scope) => createRegisterEndpoint(scope, authenticate, options.responseCache),
    alerts,
  );
  registerStatsRoutes(register, createStatsService({ db, now }));
  registerSiteRoutes(
    register,
    takeUpload,
    createSiteService({ db, images: options.images, now, sendsMail: options.sendsMail }),
  );
  registerImageRoutes(app, options.images);
  registerDiscoveryRoutes(app, readDb, options.publicSettings);

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
      publicSettings: options.publicSettings,
      cache: options.responseCache,
    });
  }
  return app;
}
