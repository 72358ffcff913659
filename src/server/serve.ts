/** The server from its settings to its clean end. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { listenForChanges } from './database/change-listener.ts';
import { ensureAdmin } from './features/auth/first-admin.ts';
import { hashPassword } from './features/auth/password.ts';
import { DEMO_SIGN_INS, seedDemo } from './features/demo/seed-demo.ts';
import { createKeptAnswers } from './http/kept-answers.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from './http/rate-limits.ts';
import { type Installation, openInstallation, PROJECT_FOLDER } from './installation.ts';
import { createMailer } from './mail/mailer.ts';
import { startImageSweep } from './maintenance.ts';
import { untilAborted } from './run-command.ts';
import { StartError } from './start-error.ts';

/** How long requests in flight may take to finish after the signal to end, in milliseconds. */
const GRACE_MS = 10_000;

/** For the person at the terminal; everything that happens later goes to the log. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The pages, and what stands before the app in development. */
export type ServerParts = Pick<AppOptions, 'pages' | 'serverFactory'>;

/**
 * Reads the settings, opens the installation, fills in what an empty one gets, and serves until `ending` is aborted.
 *
 * @param loadParts called when the database is there
 * @throws StartError for what the person at the terminal can change
 */
export async function runServer(
  ending: AbortSignal,
  loadParts: () => Promise<ServerParts>,
): Promise<void> {
  const config = readConfig(process.env);
  const installation = await openInstallation(config, say);
  try {
    await Promise.race([fillIn(config, installation), untilAborted(ending)]);
    if (!ending.aborted) await serve(config, installation, await loadParts(), ending);
  } finally {
    await installation.close();
  }
}

/** Demo data into an empty database, and the first admin that the settings name. */
async function fillIn(config: Config, { db }: Installation): Promise<void> {
  const now = new Date();
  if (config.isDemo) await seedDemo(db, { now, hashPassword });
  if (config.admin !== undefined) await ensureAdmin(db, config.admin, { now, hashPassword });
}

async function serve(
  config: Config,
  installation: Installation,
  parts: ServerParts,
  ending: AbortSignal,
): Promise<void> {
  const { db, pool, images } = installation;
  const { version } = JSON.parse(
    await readFile(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'),
  ) as { version: string };
  const publicSettings = {
    publicUrl: config.publicUrlFor(config.port),
    mapTileUrl: config.mapTileUrl,
    cardArea: config.cardArea,
  };
  const kept = createKeptAnswers(config.responseCacheMb * 1024 * 1024);
  const listener = listenForChanges(installation.connection, {
    onChange: kept.drop,
    onLive: () => kept.setLive(true),
    onLost: () => kept.setLive(false),
  });
  const app = await buildApp({
    db,
    readDb: db,
    images,
    uploadFolder: path.join(installation.dataDir, 'uploads'),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: () => config.mailFromFor(publicSettings.publicUrl),
      folder: path.join(installation.dataDir, 'mail'),
    }),
    contactEmail: config.contactEmail,
    createLimiter: databaseLimiters(pool),
    rateLimits: DEFAULT_RATE_LIMITS,
    kept,
    now: () => new Date(),
    publicSettings,
    allowDemo: config.isDemo,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    version,
    logLevel: config.logLevel,
    ...parts,
  });
  for (const warning of config.warnings) app.log.warn(warning);
  const sweep = startImageSweep({ db, store: images, log: app.log });

  await listen(app, config);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  // With PORT=0 the address in links is known only now; nothing was served before.
  publicSettings.publicUrl = config.publicUrlFor(port);
  say(`\nDoorstep is ready at ${publicSettings.publicUrl}\n`);
  if (config.isDemo) {
    say('Demo sign-ins (password in brackets):');
    for (const { role, email, password } of DEMO_SIGN_INS) {
      say(`  ${role.padEnd(6)} ${email}  (${password})`);
    }
    say('');
  }

  await untilAborted(ending);
  sweep.stop();
  // Connections that do not finish in time are cut; nothing acknowledged is lost by that.
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  await app.close();
  await listener.close();
  clearTimeout(cut);
}

/** @throws StartError when the port cannot be had */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(`PORT ${port} is taken by another program: choose another, or 0.`);
    }
    if (code === 'EACCES') throw new StartError(`PORT ${port} is not open to this user.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is no address of this machine.`);
    }
    throw error;
  }
}
