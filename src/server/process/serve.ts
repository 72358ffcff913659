/** Runs the server in one or several processes, from reading its settings to a clean shutdown. */

import cluster from 'node:cluster';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type * as appProcess from './app-process.ts';
import type { ServerParts } from './app-process.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ensureAdmin } from '../features/accounts/first-admin.ts';
import { hashPassword } from '../features/accounts/password.ts';
import { DEMO_SIGN_INS } from '../features/demo/demo-people.ts';
import { hasDemoUsers, hasNoUsers } from '../features/demo/demo-repository.ts';
import { setInitialPolicies } from '../features/policies/policies-service.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startMaintenance } from './maintenance.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { findPort, runWorkers } from './worker-processes.ts';

/** Prints a line for the operator during startup. Later events are logged. */
const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Reads the settings, opens the installation, seeds it, and serves until `shutdownSignal` is aborted: in this process, or in
 * WEB_CONCURRENCY processes of the same program that this one supervises.
 *
 * @param loadParts called while the database starts
 * @param options.canFork false runs everything in this process
 * @throws StartError for problems that the operator can fix
 */
export async function runServer(
  shutdownSignal: AbortSignal,
  loadParts: () => Promise<ServerParts>,
  { canFork = false } = {},
): Promise<void> {
  const config = readConfig(process.env);
  if (cluster.isWorker) return runWorker(config, shutdownSignal, loadParts);
  const isSingleProcess = !canFork || config.webConcurrency === 1;
  const loadingApp = isSingleProcess ? loadApp(loadParts) : undefined;
  const installation = await openInstallation(config, printLine);
  try {
    const warnings: string[] = [];
    await Promise.race([seed(config, installation, warnings), untilAborted(shutdownSignal)]);
    if (shutdownSignal.aborted) return;
    const configWithWarnings = { ...config, warnings: [...config.warnings, ...warnings] };
    if (loadingApp === undefined)
      await serveInWorkers(configWithWarnings, installation, shutdownSignal);
    else
      await serveInThisProcess(configWithWarnings, installation, await loadingApp, shutdownSignal);
  } finally {
    await installation.close();
  }
}

/** The loaded app, ready to be served. */
type LoadedApp = { serveApp: typeof appProcess.serveApp; parts: ServerParts };

/**
 * Loads the app and the pages, which takes about half of the startup time. The primary process does not need them if it
 * has workers. A failure is thrown to the caller that awaits the result.
 */
function loadApp(loadParts: () => Promise<ServerParts>): Promise<LoadedApp> {
  const loadingApp = (async () => {
    const { serveApp } = await import('./app-process.ts');
    return { serveApp, parts: await loadParts() };
  })();
  loadingApp.catch(() => undefined);
  return loadingApp;
}

/** Hashes a password before there are requests. */
const hashAtStartup = (password: string) =>
  hashPassword(password, { key: 'startup', signal: undefined });

/** Adds demo data to an empty database, and the configured admin and policies. */
async function seed(config: Config, { db }: Installation, warnings: string[]): Promise<void> {
  const now = new Date();
  if (config.isDemo && (await hasNoUsers(db))) {
    const { seedDemo } = await import('../features/demo/seed-demo.ts');
    await seedDemo(db, { now, hashPassword: hashAtStartup });
  }
  if (config.cardArea !== undefined) await setInitialPolicies(db, { cardArea: config.cardArea });
  // docs/product/accounts.md, Demo accounts
  if (!config.isDemo && (await hasDemoUsers(db))) {
    warnings.push('The database contains demo accounts. They cannot sign in unless DEMO is 1.');
  }
  if (config.admin === undefined) return;
  const state = await ensureAdmin(db, config.admin, { now, hashPassword: hashAtStartup });
  if (state === 'created') {
    printLine(
      'Created the admin account for ADMIN_EMAIL. Remove ADMIN_EMAIL and ADMIN_PASSWORD from the settings: otherwise, a restart creates this admin again if the account is deleted or gets another email address.',
    );
  }
  if (state === 'not admin') {
    warnings.push(
      'ADMIN_EMAIL has no effect: an account with this email address exists, but it is not an admin. Reset its password, in case someone else signed up with the address, and then run `npm run admin -- EMAIL`.',
    );
  }
}

async function serveInThisProcess(
  config: Config,
  installation: Installation,
  { serveApp, parts }: LoadedApp,
  shutdownSignal: AbortSignal,
): Promise<void> {
  let registry: Registry | undefined;
  const readMetrics = async () => registry?.metrics() ?? '';
  const metrics =
    config.metrics && (await (await loadMetrics()).startMetricsServer(config.metrics, readMetrics));
  try {
    await serveApp(config, installation, parts, shutdownSignal, (publicUrl, app, appMetrics) => {
      registry = appMetrics?.registry;
      const sharedWork = startSharedWork(config, installation, app.log);
      if (metrics) app.log.info({ port: metrics.port }, 'Metrics are available');
      printGreeting(config, publicUrl);
      void untilAborted(shutdownSignal).then(sharedWork.stop);
    });
  } finally {
    await metrics?.close();
  }
}

/** Runs a worker. The primary process has already migrated and seeded the database. */
async function runWorker(
  config: Config,
  shutdownSignal: AbortSignal,
  loadParts: () => Promise<ServerParts>,
): Promise<void> {
  const loadingApp = loadApp(loadParts);
  // A worker that restarts while the database is down responds with 503, like other workers.
  const installation = await openInstallation(config, printLine, {
    migrate: false,
    checkServer: false,
  });
  try {
    if (shutdownSignal.aborted) return;
    const { serveApp, parts } = await loadingApp;
    const metrics = config.metrics && (await loadMetrics());
    await serveApp(config, installation, parts, shutdownSignal, (_url, _app, appMetrics) => {
      if (appMetrics) metrics?.respondToMetricsRequests(appMetrics.registry);
    });
  } finally {
    await installation.close();
  }
}

async function serveInWorkers(
  config: Config,
  installation: Installation,
  shutdownSignal: AbortSignal,
): Promise<void> {
  const port = await findPort(config.host, config.port);
  const log = await openLog(config);
  const metrics = config.metrics && (await startClusterMetrics(config.metrics));
  if (metrics) log.info({ port: metrics.port }, 'Metrics are available');
  const sharedWork = startSharedWork(config, installation, log);
  try {
    await runWorkers({
      count: config.webConcurrency,
      env: { PORT: String(port) },
      shutdownSignal,
      onReady: () => printGreeting(config, config.publicUrlFor(port)),
      onDeath: (worker) => log.error({ worker }, 'A server process exited and will be restarted'),
    });
  } finally {
    sharedWork.stop();
    await metrics?.close();
  }
}

/** Creates a log for a process without an app. */
async function openLog({ logLevel }: Config): Promise<FastifyBaseLogger> {
  const [{ default: Fastify }, { loggingOptions }] = await Promise.all([
    import('fastify'),
    import('../http/logging/logging.ts'),
  ]);
  return Fastify(loggingOptions(logLevel)).log;
}

/** Loads the metrics server and its library only if METRICS_PORT is set. */
const loadMetrics = () => import('../metrics/metrics-server.ts');

async function startClusterMetrics(address: NonNullable<Config['metrics']>) {
  const { createClusterReader, startMetricsServer } = await loadMetrics();
  return startMetricsServer(address, createClusterReader());
}

/** Logs the warnings and starts the work that a single process does for all processes. */
function startSharedWork(
  config: Config,
  { db, images, dataDir }: Installation,
  log: FastifyBaseLogger,
) {
  for (const warning of config.warnings) log.warn(warning);
  return startMaintenance({
    db,
    store: images,
    mailFolder: path.join(dataDir, 'mail'),
    uploadFolder: path.join(dataDir, 'uploads'),
    log,
  });
}

function printGreeting(config: Config, publicUrl: string): void {
  printLine(`\nDoorstep is ready at ${publicUrl}\n`);
  if (!config.isDemo) return;
  printLine('Demo sign-ins (password in parentheses):');
  for (const { role, email, password } of DEMO_SIGN_INS) {
    printLine(`  ${role.padEnd(6)} ${email}  (${password})`);
  }
  printLine('');
}
