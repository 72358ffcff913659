import { expect, test } from 'vitest';
import type { FastifyRequest } from 'fastify';
import { createPersonalWork, createPublicWork } from './request-work.ts';

const from = (ip: string) => ({ ip }) as FastifyRequest;
const by = (account: string, ip = '192.0.2.1') =>
  ({ ip, actor: { _id: account } }) as FastifyRequest;

/** Runs tasks that end on command. */
function createWorks(work: ReturnType<typeof createPublicWork>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (ip: string, name: string) =>
    work(from(ip), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { begun, ask, endAll: () => ends.splice(0).forEach((end) => end()) };
}

test('one client never takes all slots, even with several addresses', async () => {
  const { begun, ask, endAll } = createWorks(
    createPublicWork({ slots: 3, perKey: 2, waitingPerKey: 9 }),
  );
  const asked = ['::1', '::2', '::3'].map((host, index) => ask(`2001:db8:1:1${host}`, `a${index}`));
  asked.push(ask('192.0.2.1', 'b'));
  await expect.poll(() => begun).toEqual(['a0', 'a1', 'b']);
  endAll();
  await expect.poll(() => begun).toContain('a2');
  endAll();
  await Promise.all(asked);
});

test('work beyond the queue is refused with Retry-After', async () => {
  const { ask, endAll, begun } = createWorks(
    createPublicWork({ slots: 1, perKey: 1, waitingPerKey: 1 }),
  );
  const asked = [ask('192.0.2.1', 'a'), ask('192.0.2.1', 'b')];
  await expect(ask('192.0.2.1', 'c')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: 1,
    shedFor: 'public data',
  });
  endAll();
  await expect.poll(() => begun).toContain('b');
  endAll();
  await Promise.all(asked);
});

test('personal reads queue by account, or by address without an account', async () => {
  const work = createPersonalWork({ slots: 3, perKey: 1, waitingPerKey: 1 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (request: FastifyRequest, name: string) =>
    work(request, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const asked = [
    ask(by('1'), 'one'),
    ask(by('1', '192.0.2.2'), 'one again'),
    ask(by('2'), 'two'),
    ask(from('192.0.2.1'), 'by a link'),
  ];
  await expect.poll(() => begun).toEqual(['one', 'two', 'by a link']);
  await expect(ask(by('1'), 'one too many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  ends.splice(0).forEach((end) => end());
  await expect.poll(() => begun).toContain('one again');
  ends.splice(0).forEach((end) => end());
  await Promise.all(asked);
});
