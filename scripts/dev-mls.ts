/**
 * A fake MLS for `npm run dev -- --mls`: a second installation without pages, with the demo homes and a RESO Web API for
 * a data source (CONTRIBUTING.md, A fake MLS). Prints the values for the data source form.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '#server/config/config.ts';
import { DEMO_SIGN_INS } from '#server/features/demo/demo-people.ts';
import { runCommand } from '#server/process/run-command.ts';
import { runServer } from '#server/process/serve.ts';

const KEY_NAME = 'Fake MLS';

async function main(shutdownSignal: AbortSignal): Promise<void> {
  const { dataDir, publicUrlFor, port } = readConfig(process.env);
  const ready = Promise.withResolvers<FastifyInstance>();
  const serving = runServer(shutdownSignal, async () => ({
    pages: null,
    addDevRoutes: (app) => app.addHook('onListen', async () => ready.resolve(app)),
  }));
  const app = await Promise.race([ready.promise, serving]);
  if (app === undefined) return;
  const token = await findOrCreateKey(app, join(dataDir ?? '', 'fake-mls-key'));
  console.log(
    `\nFake MLS: add a data source with the base URL ${publicUrlFor(port)}/reso/odata and the token ${token}\n`,
  );
  await serving;
}

/** Returns the API key, which stays the same across restarts so that data sources continue to work. */
async function findOrCreateKey(app: FastifyInstance, file: string): Promise<string> {
  const storedKey = await readFile(file, 'utf8').catch(() => undefined);
  if (storedKey !== undefined) return storedKey;
  const [admin] = DEMO_SIGN_INS;
  const { token } = await post<{ token: string }>(app, '/api/auth/login', {
    payload: { email: admin?.email, password: admin?.password },
  });
  const { clientSecret } = await post<{ clientSecret: string }>(app, '/api/api-keys', {
    headers: { authorization: `Bearer ${token}` },
    payload: { name: KEY_NAME, scopes: ['reso:read'] },
  });
  await writeFile(file, clientSecret, { mode: 0o600 });
  return clientSecret;
}

async function post<T>(
  app: FastifyInstance,
  url: string,
  request: { payload: object; headers?: Record<string, string> },
): Promise<T> {
  const response = await app.inject({ method: 'POST', url, ...request });
  if (response.statusCode >= 300) throw new Error(`POST ${url}: ${response.body}`);
  return response.json<T>();
}

runCommand(main);
