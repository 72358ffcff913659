import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { announceEvent } from './event-service.ts';

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  return () => server.close();
});

/** Opens a stream on its own connection. */
function openStream({ token }: TestUser): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

test('stalled streams from one IP address use bounded memory', async () => {
  const connections = new Set<Socket>();
  server.app.server.on('connection', (socket: Socket) => connections.add(socket));
  const stalledUsers = [await server.addUser(), await server.addUser(), await server.addUser()];
  const sockets = stalledUsers.flatMap((user) =>
    Array.from({ length: 5 }, () => openStream(user).pause()),
  );
  const activeUser = await server.addUser();
  let received = 0;
  const reader = openStream(activeUser).on('data', ({ length }) => (received += length));
  await expect.poll(() => server.events.count()).toBe(sockets.length + 1);
  let maxTotal = 0;
  // Operating systems buffer several megabytes for each connection.
  for (let count = 1; count <= 40 && server.events.count() > 1; count += 1) {
    await announceEvent(server.db, {
      userIds: [...stalledUsers, activeUser].map(({ _id }) => _id),
      kind: 'notification',
      data: { title: 'x'.repeat(500_000) },
      createdAt: server.clock.now(),
    });
    server.events.catchUp();
    await expect.poll(() => received).toBeGreaterThan(count * 500_000);
    const buffered = [...connections].map(({ writableLength }) => writableLength);
    const total = buffered.reduce((sum, bytes) => sum + bytes, 0);
    maxTotal = Math.max(maxTotal, total);
  }
  expect(maxTotal).toBeGreaterThan(10_000_000);
  expect(maxTotal).toBeLessThan(20_000_000);
  for (const socket of [...sockets, reader]) socket.destroy();
  await vi.waitUntil(() => server.events.count() === 0);
});
