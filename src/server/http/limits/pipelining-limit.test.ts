import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
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

test('too many pipelined requests also close the client’s idle connections, but not those of other clients', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    // A response shows that the server has accepted the connection.
    socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const [own, other] = await Promise.all([open('127.0.0.1'), open('127.0.0.2')]);
  const ownClosed = once(own, 'close');
  await sendTogether(11);
  await ownClosed;
  other.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  const [response] = await once(other, 'data');
  expect(String(response)).toContain('200 OK');
  other.destroy();
});

test('a few pipelined requests are answered', async () => {
  const { received } = await sendTogether(10);
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(10);
});
