/** Runs the app in a server process with its dependencies, until a clean shutdown. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import type { Config } from '../config/config.ts';
import { listenForChanges } from '../cache/change-listener.ts';
import { isDatabaseDown, openPing } from '../database/database.ts';
import { openReplicas } from '../database/replicas.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from '../http/limits/rate-limits.ts';
import { createEventHub } from '../features/notifications/event-hub.ts';
import { createEventReaders } from './event-readers.ts';
import { type Installation, PROJECT_FOLDER } from './installation.ts';
import { explainListenError } from '../errors/listen-error.ts';
import { toAppError } from '../http/error-responses/error-handler.ts';
import type { AppMetrics, MetricsSources } from '../metrics/app-metrics.ts';
import { startBackgroundWork } from './background-work.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { tuneForServing } from './node-tuning.ts';

/**
 * How long requests in flight can take after the shutdown signal. The entire shutdown takes up to
 * ten seconds.
 */
const SHUTDOWN_GRACE_MS = 9_000;

/** After this time, a process has served its first responses, and its memory use is stable. */
const STARTUP_MS = 5_000;

/** The pages, and the parts added in development. */
export type ServerParts = Pick<AppOptions, 'pages' | 'serverFactory' | 'addDevRoutes'>;

/** Returns Doorstep's version from package.json. */
export async function readVersion(): Promise<string> {
  const text = await readFile(path.join(PROJECT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Serves until `shutdownSignal` is aborted. Then requests in flight finish, and those that take too
 * long are closed, which loses no acknowledged changes.
 *
 * @param onReady called once the server is listening, with the URL for links, the app, and, if METRICS_PORT is set, its
 *   metrics
 * @throws StartError if the port is not available
 */
export async function serveApp(
  config: Config,
  installation: Installation,
  parts: ServerParts,
  shutdownSignal: AbortSignal,
  onReady: (publicUrl: string, app: FastifyInstance, metrics?: AppMetrics) => void,
): Promise<void> {
  const { db, pool, transactionPool, images, dataKey } = installation;
  const publicSettings = {
    publicUrl: config.publicUrlFor(config.port),
    mapTileUrl: config.mapTileUrl,
    costRates: config.costRates,
  };
  const hasReplicas = config.databaseReplicaUrls.length > 0;
  const replicas = hasReplicas ? openReplicas(config.databaseReplicaUrls, pool) : undefined;
  const responseCache = createResponseCache(config.responseCacheMb * 1024 * 1024, {
    staleMs: config.responseCacheStaleS * 1_000,
    isDatabaseDown,
    statusOf: (error) => toAppError(error).status,
    ...(replicas === undefined ? {} : { dataAsOfMs: replicas.dataAsOfMs }),
    catchUp: async () => listener.catchUp(),
  });
  const health = openPing(installation.connection);
  const events = createEventHub({
    db,
    now: () => new Date(),
    readers: createEventReaders(db),
  });
  const listener = listenForChanges(installation.connection, {
    onChange: responseCache.notify,
    onEvent: events.handleMessage,
    onLive: () => {
      responseCache.setLive(true);
      events.catchUp();
    },
    onLost: () => responseCache.setLive(false),
  });
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, pool);
  const pools = { primary: pool, transactions: transactionPool, ...replicas?.pools };
  const metrics = config.metrics && (await openMetrics({ responseCache, pools }));
  const app = await buildApp({
    db,
    readDb: replicas?.db ?? db,
    ...(replicas === undefined ? {} : { readPrimary: replicas.readPrimary }),
    pingDatabase: health.ping,
    images,
    dataKey,
    uploadFolder: path.join(installation.dataDir, 'uploads'),
    importFolder: path.join(installation.dataDir, 'imports'),
    canSendMail: config.smtpUrl !== undefined,
    contactEmail: config.contactEmail,
    createLimiter: redis?.createLimiter ?? databaseLimiters(pool),
    rateLimits: DEFAULT_RATE_LIMITS,
    responseCache,
    events,
    ...(metrics === undefined ? {} : { metrics }),
    geocoderUrl: config.geocoderUrl,
    allowsPrivateWebhooks: config.allowsPrivateWebhooks,
    now: () => new Date(),
    publicSettings,
    isDemoAllowed: config.isDemo,
    isDemoRequested: config.isDemoRequested,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    version: await readVersion(),
    logLevel: config.logLevel,
    ...parts,
  });
  let requestCount = 0;
  app.networkRequests.onRequest(() => (requestCount += 1));
  await listen(app, config);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  // With PORT=0, the URL for links is known only now. No page has been served yet.
  publicSettings.publicUrl = config.publicUrlFor(port);
  const warn = (message: string) => app.log.warn(message);
  redis?.setLog(warn);
  replicas?.setLog(warn);
  onReady(publicSettings.publicUrl, app, metrics);
  const { publicUrl } = publicSettings;
  const dependencies = { config, installation, publicUrl, log: app.log };
  const jobs = config.hasJobs
    ? startBackgroundWork({ ...dependencies, requestCount: () => requestCount }, metrics?.registry)
    : undefined;
  const startupTimer = setTimeout(tuneForServing, STARTUP_MS);
  startupTimer.unref();

  await untilAborted(shutdownSignal);
  clearTimeout(startupTimer);
  const closeTimer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS);
  await Promise.all([
    app.load.drain().then(async () => app.close()),
    jobs?.then(async ({ stop }) => stop()),
  ]);
  await listener.close();
  redis?.close();
  await Promise.all([replicas?.close(), health.close()]);
  clearTimeout(closeTimer);
}

/**
 * The maximum number of connections that the operating system queues until they are accepted. It drops the others, and
 * their clients retry after a second.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

/** @throws StartError if the port is not available */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: MAX_WAITING_CONNECTIONS });
  } catch (error) {
    throw explainListenError(error, { host, port });
  }
}

/** Loads the metrics modules only if they are used, to save memory and startup time. */
async function openMetrics(sources: MetricsSources): Promise<AppMetrics> {
  const { createAppMetrics } = await import('../metrics/app-metrics.ts');
  return createAppMetrics(sources);
}

async function openRedis(url: string, pool: Installation['pool']) {
  const { createRedisLimiters } = await import('../http/limits/redis-limits.ts');
  return createRedisLimiters(url, pool);
}
