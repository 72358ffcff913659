/** The server from its settings to its clean end, in one process or in several. */

import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type * as appProcess from './app-process.ts';
import type { ServerParts } from './app-process.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ensureAdmin } from '../features/accounts/first-admin.ts';
import { hashPassword } from '../features/accounts/password.ts';
import { DEMO_SIGN_INS } from '../features/demo/demo-people.ts';
import { hasDemoUsers, isEmptyOfUsers } from '../features/demo/demo-repository.ts';
import { setInitialPolicies } from '../features/policies/policies-service.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startMaintenance } from './maintenance.ts';
import { untilAborted } from '../concurrency/until-aborted.ts';
import { findPort, runWorkers } from './worker-processes.ts';

/** For the operator; everything that happens later goes to the log. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Reads the settings, opens the installation, seeds an empty one, and serves until `ending` is aborted: here, or in
 * WEB_CONCURRENCY processes of the same program that this one supervises.
 *
 * @param loadParts called while the database starts
 * @param options.mayFork false runs everything in this process
 * @throws StartError for problems that the operator can fix
 */
export async function runServer(
  ending: AbortSignal,
  loadParts: () => Promise<ServerParts>,
  { mayFork = false } = {},
): Promise<void> {
  const config = readConfig(process.env);
  if (cluster.isWorker) return runWorker(config, ending, loadParts);
  const isAlone = !mayFork || config.webConcurrency === 1;
  const loading = isAlone ? loadApp(loadParts) : undefined;
  const installation = await openInstallation(config, say);
  try {
    await Promise.race([fillIn(config, installation), untilAborted(ending)]);
    if (ending.aborted) return;
    const told = await withDemoWarning(config, installation);
    if (loading === undefined) await serveInWorkers(told, installation, ending);
    else await serveHere(told, installation, await loading, ending);
  } finally {
    await installation.close();
  }
}

/** An app that can be served, once it is read. */
type LoadedApp = { serveApp: typeof appProcess.serveApp; parts: ServerParts };

/**
 * Reads the app and the pages: about half of the time of a start, and none of the first process where several answer.
 * A failure is the caller's who awaits it.
 */
function loadApp(loadParts: () => Promise<ServerParts>): Promise<LoadedApp> {
  const loading = (async () => {
    const { serveApp } = await import('./app-process.ts');
    return { serveApp, parts: await loadParts() };
  })();
  loading.catch(() => undefined);
  return loading;
}

/** Demo data into an empty database, and the first admin and policies that the settings name. */
async function fillIn(config: Config, { db }: Installation): Promise<void> {
  const now = new Date();
  if (config.isDemo && (await isEmptyOfUsers(db))) {
    const { seedDemo } = await import('../features/demo/seed-demo.ts');
    await seedDemo(db, { now, hashPassword });
  }
  if (config.cardArea !== undefined) await setInitialPolicies(db, { cardArea: config.cardArea });
  if (config.admin !== undefined) await ensureAdmin(db, config.admin, { now, hashPassword });
}

/** Whoever tries a demo account later should find the reason in the log (docs/product/accounts.md, Demo accounts). */
async function withDemoWarning(config: Config, { db }: Installation): Promise<Config> {
  if (config.isDemo || !(await hasDemoUsers(db))) return config;
  const warning = 'The database holds demo accounts. They cannot sign in, because DEMO is 0.';
  return { ...config, warnings: [...config.warnings, warning] };
}

async function serveHere(
  config: Config,
  installation: Installation,
  { serveApp, parts }: LoadedApp,
  ending: AbortSignal,
): Promise<void> {
  let registry: Registry | undefined;
  const read = async () => registry?.metrics() ?? '';
  const metrics =
    config.metrics && (await (await loadMetrics()).startMetricsServer(config.metrics, read));
  try {
    await serveApp(config, installation, parts, ending, (publicUrl, app, appMetrics) => {
      registry = appMetrics?.registry;
      const care = takeCare(config, installation, app.log);
      if (metrics) app.log.info({ port: metrics.port }, 'Metrics can be read');
      greet(config, publicUrl);
      void untilAborted(ending).then(care.stop);
    });
  } finally {
    await metrics?.close();
  }
}

/** Migrated and filled by the process that looks after the others. */
async function runWorker(
  config: Config,
  ending: AbortSignal,
  loadParts: () => Promise<ServerParts>,
): Promise<void> {
  const loading = loadApp(loadParts);
  // One that is started again while the database is away answers that it is, like the others.
  const installation = await openInstallation(config, say, { migrate: false, checkServer: false });
  try {
    if (ending.aborted) return;
    const { serveApp, parts } = await loading;
    const metrics = config.metrics && (await loadMetrics());
    await serveApp(config, installation, parts, ending, (_url, _app, appMetrics) => {
      if (appMetrics) metrics?.offerMetrics(appMetrics.registry);
    });
  } finally {
    await installation.close();
  }
}

async function serveInWorkers(
  config: Config,
  installation: Installation,
  ending: AbortSignal,
): Promise<void> {
  const port = await findPort(config.host, config.port);
  const log = await openLog(config);
  const metrics = config.metrics && (await startCollectedMetrics(config.metrics));
  if (metrics) log.info({ port: metrics.port }, 'Metrics can be read');
  const care = takeCare(config, installation, log);
  try {
    await runWorkers({
      count: config.webConcurrency,
      env: { PORT: String(port) },
      ending,
      onReady: () => greet(config, config.publicUrlFor(port)),
      onDeath: (worker) => log.error({ worker }, 'A server process ended and is started again'),
    });
  } finally {
    care.stop();
    await metrics?.close();
  }
}

/** For a process that is no app. */
async function openLog({ logLevel }: Config): Promise<FastifyBaseLogger> {
  const [{ default: Fastify }, { loggingOptions }] = await Promise.all([
    import('fastify'),
    import('../http/logging/logging.ts'),
  ]);
  return Fastify(loggingOptions(logLevel)).log;
}

/** Loaded only where METRICS_PORT asks for it, and its library with it. */
const loadMetrics = () => import('../metrics/metrics-server.ts');

async function startCollectedMetrics(address: NonNullable<Config['metrics']>) {
  const { collectedMetrics, startMetricsServer } = await loadMetrics();
  return startMetricsServer(address, collectedMetrics());
}

/** Work that one process does on behalf of all. */
function takeCare(config: Config, { db, images }: Installation, log: FastifyBaseLogger) {
  for (const warning of config.warnings) log.warn(warning);
  return startMaintenance({ db, store: images, log });
}

function greet(config: Config, publicUrl: string): void {
  say(`\nDoorstep is ready at ${publicUrl}\n`);
  if (!config.isDemo) return;
  say('Demo sign-ins (password in brackets):');
  for (const { role, email, password } of DEMO_SIGN_INS) {
    say(`  ${role.padEnd(6)} ${email}  (${password})`);
  }
  say('');
}
