/** Runs the example programs from the page 'API & Webhooks' unchanged. */

import { execFile, spawn } from 'node:child_process';
import { writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { curlExample, nodeExample, receiverExample } from '#shared/site/api-examples.ts';
import { findFreePort } from '#tests/helpers/free-port.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

const run = promisify(execFile);

let server: TestApp;
let as: TestUser;
let siteUrl: string;
let folder: string;
beforeAll(async () => {
  folder = makeTempFolder();
  server = await startTestApp({ allowsPrivateWebhooks: true });
  siteUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
  // The receiver uses this machine's clock.
  await server.clock.advance(Date.now() - server.clock.now().getTime());
  as = await server.addUser({ role: 'admin' });
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
});

function writeScript(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function createKeyEnvironment(): Promise<NodeJS.ProcessEnv> {
  const body = { name: 'Example', scopes: ['reso:read'] };
  const key = await server.ok(endpoints.createApiKey, { as, body });
  return { ...process.env, CLIENT_ID: key.clientId, CLIENT_SECRET: key.clientSecret };
}

describe('the API examples', () => {
  const home = { price: 412_000, city: 'Exampletown' };

  test('read homes with curl', async ({ skip }) => {
    await run('curl', ['--version']).catch(() => skip('curl is not installed.'));
    const id = await server.addProperty(await server.addUser({ role: 'agent' }), home);
    const { stdout } = await run('sh', ['-c', curlExample(siteUrl)], {
      env: await createKeyEnvironment(),
    });
    expect((JSON.parse(stdout) as { value: unknown[] }).value).toContainEqual(
      expect.objectContaining({ ListingKey: id, ListPrice: 412_000, City: 'Exampletown' }),
    );
  });

  test('read homes with Node.js', async () => {
    const id = await server.addProperty(await server.addUser({ role: 'agent' }), home);
    const file = writeScript('read.mjs', nodeExample(siteUrl));
    const { stdout } = await run(process.execPath, [file], { env: await createKeyEnvironment() });
    expect(stdout).toContain(`${id} 412000 Exampletown\n`);
  });
});

test('the Node.js example receives a message', async () => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const body = { url, events: ['user.registered'] };
  const webhook = await server.ok(endpoints.createWebhook, { as, body });
  const receiver = spawn(process.execPath, [writeScript('receive.cjs', receiverExample)], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhook.secret },
  });
  let output = '';
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const post = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    await expect.poll(async () => (await post())?.status, { timeout: 30_000 }).toBe(401);
    const params = { id: webhook._id };
    await server.ok(endpoints.testWebhook, { as, params });
    await server.waitUntilIdle();
    const [delivery] = await server.ok(endpoints.listDeliveries, { as, params });
    expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 204 });
    await expect.poll(() => output).toMatch(/^msg_\S+ ping \{ webhookId: '\d+' \}\n$/);
  } finally {
    receiver.kill();
  }
});
