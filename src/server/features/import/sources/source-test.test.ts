import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { SourceError } from './source-client.ts';
import { findSource, insertSource } from './source-repository.ts';
import { testSource } from './source-test.ts';

test('reports a server that does not respond in time', async () => {
  const silentServer = createServer(() => undefined);
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
  const auth = { kind: 'bearer', token: 'token' } as const;
  const server = await startTestApp();
  try {
    const agent = await server.addUser({ role: 'agent' });
    const id = await insertSource(
      server.db,
      {
        name: 'Silent MLS',
        baseUrl,
        auth,
        defaultAgentId: agent._id,
        agentBy: 'email',
        intervalMinutes: 60,
        mediaPolicy: 'none',
        isEnabled: false,
      },
      server.clock.now(),
    );
    const source = await findSource(server.db, id);
    if (source === undefined) throw new Error('The source was not inserted.');
    const result = testSource(
      source,
      { baseUrl, auth },
      { db: server.db, images: server.images, now: server.clock.now, timeoutMs: 200 },
    );
    await expect(result).rejects.toThrow(new SourceError('The test took more than 0.2 seconds.'));
  } finally {
    silentServer.closeAllConnections();
    silentServer.close();
    await server.close();
  }
});
