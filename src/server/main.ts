/** Starts the server: settings, database, listen; and ends it cleanly. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { ensureAdmin } from './features/auth/first-admin.ts';
import { hashPassword } from './features/auth/password.ts';
import { DEMO_SIGN_INS, seedDemo } from './features/demo/seed-demo.ts';
import { databaseLimiters, DEFAULT_RATE_LIMITS } from './http/rate-limits.ts';
import { type Installation, openInstallation, PROJECT_FOLDER } from './installation.ts';
import { startImageSweep } from './maintenance.ts';
import { BUILD_FOLDER, productionRenderer } from './pages/page-renderer.ts';
import { StartError } from './start-error.ts';

/** How long requests in flight may take to finish after the signal to end, in milliseconds. */
const GRACE_MS = 10_000;

/** For the person at the terminal; everything that happens later goes to the log. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const installation = await openInstallation(config, say);
  try {
    await fillIn(config, installation);
    await serve(config, installation);
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Demo data into an empty database, and the first admin that the settings name. */
async function fillIn(config: Config, { db }: Installation): Promise<void> {
  const now = new Date();
  if (config.isDemo) await seedDemo(db, { now, hashPassword });
  if (config.admin !== undefined) await ensureAdmin(db, config.admin, { now, hashPassword });
}

async function serve(config: Config, installation: Installation): Promise<void> {
  const { db, pool, images } = installation;
  const { version } = JSON.parse(
    await readFile(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'),
  ) as { version: string };
  const publicSettings = {
    publicUrl: config.publicUrlFor(config.port),
    mapTileUrl: config.mapTileUrl,
    cardArea: config.cardArea,
  };
  const app = await buildApp({
    db,
    readDb: db,
    images,
    uploadFolder: path.join(installation.dataDir, 'uploads'),
    createLimiter: databaseLimiters(pool),
    rateLimits: DEFAULT_RATE_LIMITS,
    now: () => new Date(),
    publicSettings,
    allowDemo: config.isDemo,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    version,
    logLevel: config.logLevel,
    pages: {
      render: await productionRenderer(),
      filesFolder: path.join(BUILD_FOLDER, 'client'),
    },
  });
  for (const warning of config.warnings) app.log.warn(warning);
  const sweep = startImageSweep({ db, store: images, log: app.log });

  let isEnding = false;
  const end = async (signal: string) => {
    if (isEnding) return;
    isEnding = true;
    app.log.debug(`Ending after ${signal}`);
    sweep.stop();
    // Connections that do not finish in time are cut; nothing acknowledged is lost by that.
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    await app.close();
    clearTimeout(cut);
    await installation.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end(signal).catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      });
    });
  }

  await app.listen({ host: config.host, port: config.port });
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
}

main().catch((error: unknown) => {
  // What the person at the terminal can change is one line; anything else is a fault and shown whole.
  process.stderr.write(
    error instanceof StartError
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
