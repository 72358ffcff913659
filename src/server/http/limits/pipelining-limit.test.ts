import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { exchange } from '#tests/helpers/raw-http.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return () => server.close();
});

const sendTogether = (count: number) => {
  const { port } = server.app.server.address() as AddressInfo;
  return exchange(port, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
};

test('a connection with too many pipelined requests is closed', async () => {
  expect((await sendTogether(11)).received).toBe('');
});

test('a few pipelined requests are answered', async () => {
  const { received } = await sendTogether(10);
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(10);
});
