/** One process that answers: the app with what it works with, from listening to its clean end. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import type { Config } from '../config/config.ts';
import { listenForChanges } from '../cache/change-listener.ts';
import { isDatabaseAway, openPing } from '../database/database.ts';
import { openReplicas } from '../database/replicas.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from '../http/limits/rate-limits.ts';
import { createEventHub } from '../features/notifications/event-hub.ts';
import { createEventReaders } from './event-readers.ts';
import { type Installation, PROJECT_FOLDER } from './installation.ts';
import { explainListenError } from '../errors/listen-error.ts';
import type { AppMetrics, MetricsSources } from '../metrics/app-metrics.ts';
import { startBackgroundWork } from './background-work.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { endStart } from './starting.ts';

/** How long requests in flight may take to finish after the signal to end; ten seconds are for all of it. */
const GRACE_MS = 9_000;

/** After so long a process has answered for the first time, made its first page, and is as large as it needs to be. */
const START_SETTLES_MS = 5_000;

/** The pages, and what stands before the app in development. */
export type ServerParts = Pick<AppOptions, 'pages' | 'serverFactory' | 'addDevRoutes'>;

/** The release, as package.json has it. */
export async function readVersion(): Promise<string> {
  const text = await readFile(path.join(PROJECT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Listens and answers until `ending` is aborted; then requests in flight finish, those that take too long are cut, and
 * nothing acknowledged is lost by that.
 *
 * @param onReady gets the URL in links, the app and its numbers, where METRICS_PORT asks for them, once it listens
 * @throws StartError when the port cannot be had
 */
export async function serveApp(
  config: Config,
  installation: Installation,
  parts: ServerParts,
  ending: AbortSignal,
  onReady: (publicUrl: string, app: FastifyInstance, metrics?: AppMetrics) => void,
): Promise<void> {
  const { db, pool, images, dataKey } = installation;
  const publicSettings = {
    publicUrl: config.publicUrlFor(config.port),
    mapTileUrl: config.mapTileUrl,
    costRates: config.costRates,
  };
  const hasReplicas = config.databaseReplicaUrls.length > 0;
  const replicas = hasReplicas ? openReplicas(config.databaseReplicaUrls, pool) : undefined;
  const responseCache = createResponseCache(config.responseCacheMb * 1024 * 1024, {
    staleMs: config.responseCacheStaleS * 1_000,
    isDatabaseAway,
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
    onChange: responseCache.hear,
    onEvent: events.hear,
    onLive: () => {
      responseCache.setLive(true);
      events.catchUp();
    },
    onLost: () => responseCache.setLive(false),
  });
  const redis = config.redisUrl === undefined ? undefined : await openRedis(config.redisUrl, pool);
  const pools = { primary: pool, ...replicas?.pools };
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
    sendsMail: config.smtpUrl !== undefined,
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
    allowDemo: config.isDemo,
    isDemoAsked: config.isDemoAsked,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    version: await readVersion(),
    logLevel: config.logLevel,
    ...parts,
  });
  await listen(app, config);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  // With PORT=0 the address in links is known only now; nothing was served before.
  publicSettings.publicUrl = config.publicUrlFor(port);
  const warn = (message: string) => app.log.warn(message);
  redis?.tell(warn);
  replicas?.tell(warn);
  onReady(publicSettings.publicUrl, app, metrics);
  const { publicUrl } = publicSettings;
  const jobs = config.hasJobs
    ? startBackgroundWork({ config, installation, publicUrl, log: app.log }, metrics?.registry)
    : undefined;
  const settling = setTimeout(endStart, START_SETTLES_MS);
  settling.unref();

  await untilAborted(ending);
  clearTimeout(settling);
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  await Promise.all([
    app.load.drain().then(async () => app.close()),
    jobs?.then(async ({ stop }) => stop()),
  ]);
  await listener.close();
  redis?.close();
  await Promise.all([replicas?.close(), health.close()]);
  clearTimeout(cut);
}

/** @throws StartError when the port cannot be had */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw explainListenError(error, { host, port });
  }
}

/** Like the two below, loaded only where it is used: each costs every start memory and time. */
async function openMetrics(sources: MetricsSources): Promise<AppMetrics> {
  const { createAppMetrics } = await import('../metrics/app-metrics.ts');
  return createAppMetrics(sources);
}

async function openRedis(url: string, pool: Installation['pool']) {
  const { redisLimiters } = await import('../http/limits/redis-limits.ts');
  return redisLimiters(url, pool);
}
