import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { FastifyRequest } from 'fastify';
import { createQueue, createWorkQueues, type RequestQueue } from './request-work.ts';

const requestFrom = (ip: string, socket = new Socket()) =>
  ({ ip, raw: { socket } }) as FastifyRequest;
const buildUserRequest = (account: string, ip = '192.0.2.1') =>
  ({ ...requestFrom(ip), actor: { _id: account } }) as FastifyRequest;

/** Runs tasks that wait for `finishAll`. */
function createTasks(work: RequestQueue) {
  const started: string[] = [];
  const finishers: (() => void)[] = [];
  const run = (ip: string, name: string) =>
    work(requestFrom(ip), () => {
      started.push(name);
      return new Promise<void>((resolve) => finishers.push(resolve));
    });
  return { started, run, finishAll: () => finishers.splice(0).forEach((finish) => finish()) };
}

test('a client never takes all slots, even with several IPv6 addresses in one network', async () => {
  const { started, run, finishAll } = createTasks(
    createQueue('publicData', { slots: 3, perKey: 2, maxQueuedPerKey: 9 }),
  );
  const tasks = ['::1', '::2', '::3'].map((host, index) => run(`2001:db8:1:1${host}`, `a${index}`));
  tasks.push(run('192.0.2.1', 'b'));
  await expect.poll(() => started).toEqual(['a0', 'a1', 'b']);
  finishAll();
  await expect.poll(() => started).toContain('a2');
  finishAll();
  await Promise.all(tasks);
});

test('searches with drawn areas do not delay others', async () => {
  const { publicData } = createWorkQueues();
  const finish = Promise.withResolvers<void>();
  let runningCount = 0;
  const searchArea = (ip: string) =>
    publicData({ ...requestFrom(ip), query: { area: '30,-97' } }, async () => {
      runningCount += 1;
      await finish.promise;
      runningCount -= 1;
    });
  const searches = [1, 1, 2, 2, 3, 4, 5, 6].map((host) => searchArea(`192.0.2.${host}`));
  await publicData(requestFrom('192.0.2.1'), () => expect.poll(() => runningCount).toBe(2));
  finish.resolve();
  await Promise.all(searches);
});

test('work beyond the queue’s limit is rejected with Retry-After', async () => {
  const { run, finishAll, started } = createTasks(
    createQueue('publicData', { slots: 1, perKey: 1, maxQueuedPerKey: 1 }),
  );
  const tasks = [run('192.0.2.1', 'a'), run('192.0.2.1', 'b')];
  await expect(run('192.0.2.1', 'c')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: 1,
    shedFor: 'public data',
  });
  finishAll();
  await expect.poll(() => started).toContain('b');
  finishAll();
  await Promise.all(tasks);
});

test.each([
  ['personal reads', 'personal'],
  ['exports', 'bulk'],
  ['shortlists', 'shortlists'],
] as const)('%s take turns by IP address, then by account', async (_name, kind) => {
  const work = createQueue(kind, { slots: 3, perKey: 1, maxQueuedPerKey: 1 });
  const started: string[] = [];
  const finishers: (() => void)[] = [];
  const run = (request: FastifyRequest, name: string) =>
    work(request, () => {
      started.push(name);
      return new Promise<void>((resolve) => finishers.push(resolve));
    });
  const tasks = [
    run(buildUserRequest('1'), 'one'),
    run(buildUserRequest('1'), 'one again'),
    run(buildUserRequest('2'), 'two'),
    run(requestFrom('192.0.2.1'), 'anonymous'),
    run(buildUserRequest('3', '192.0.2.2'), 'another address'),
  ];
  await expect.poll(() => started).toEqual(['one', 'another address']);
  await expect(run(buildUserRequest('1'), 'one too many')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  for (const name of ['one again', 'two', 'anonymous']) {
    finishers.splice(0).forEach((finish) => finish());
    await expect.poll(() => started.at(-1)).toBe(name);
  }
  finishers.splice(0).forEach((finish) => finish());
  await Promise.all(tasks);
});

test('a page’s reads do not wait for other reads of the client that requested the page', async () => {
  const batchedReads = createQueue('batchedReads', { slots: 1, perKey: 1, maxQueuedPerKey: 1 });
  const finish = Promise.withResolvers<void>();
  const request = requestFrom('192.0.2.1');
  const otherRead = batchedReads(request, () => finish.promise);
  const page = createQueue('publicData')(request, () =>
    batchedReads(request, async () => 'listing'),
  );
  expect(await page).toBe('listing');
  finish.resolve();
  await otherRead;
});

test('queued work is canceled when its client disconnects', async () => {
  const work = createQueue('personal', { slots: 1, perKey: 1, maxQueuedPerKey: 2 });
  const finish = Promise.withResolvers<void>();
  const running = work(requestFrom('192.0.2.1'), () => finish.promise);
  const socket = new Socket();
  let startedCount = 0;
  const count = async () => {
    startedCount += 1;
  };
  // Pipelined requests share a connection.
  const waitingTasks = [1, 2].map(() => work(requestFrom('192.0.2.1', socket), count));
  socket.destroy();
  for (const canceled of waitingTasks)
    await expect(canceled).rejects.toMatchObject({ code: 'CLIENT_GONE' });
  await expect(work(requestFrom('192.0.2.1', socket), count)).rejects.toMatchObject({
    code: 'CLIENT_GONE',
  });
  const nextTask = work(requestFrom('192.0.2.1'), async () => 'next');
  finish.resolve();
  await running;
  expect(await nextTask).toBe('next');
  expect(startedCount).toBe(0);
});
