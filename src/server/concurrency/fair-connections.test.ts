import { expect, test } from 'vitest';
import { createFairConnections } from './fair-connections.ts';
import { runForAddress, runWithoutLimit, startShared } from './request-address.ts';

/** Creates connections, and callers that keep theirs. */
function createCallers({ connections = 4, perAddress = 2, timeoutMs = 60_000 } = {}) {
  const { acquire, waitingCount } = createFairConnections({ connections, perAddress, timeoutMs });
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  const connect = async (name: string) => {
    const release = await acquire();
    started.push(name);
    releases.set(name, release);
  };
  return {
    started,
    waitingCount,
    connect,
    connectFrom: (address: string, name: string) => runForAddress(address, () => connect(name)),
    release: (name: string) => releases.get(name)?.(),
  };
}

test('an address gets at most its share, and delays no other address', async () => {
  const { started, waitingCount, connectFrom, connect, release } = createCallers();
  const pending = ['a1', 'a2', 'a3', 'a4'].map((name) => connectFrom('a', name));
  pending.push(connectFrom('b', 'b1'), connect('server'));
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'server']);
  expect(waitingCount()).toBe(2);
  release('a1');
  await expect.poll(() => started.at(-1)).toBe('a3');
  release('a2');
  await Promise.all(pending);
  expect(waitingCount()).toBe(0);
});

test('the address with the fewest connections is next', async () => {
  const { started, connectFrom, release } = createCallers({ connections: 2 });
  const pending = ['a1', 'a2', 'a3', 'a4'].map((name) => connectFrom('a', name));
  pending.push(connectFrom('b', 'b1'));
  await expect.poll(() => started).toEqual(['a1', 'a2']);
  release('a1');
  await expect.poll(() => started.at(-1)).toBe('b1');
  for (const [held, next] of [
    ['a2', 'a3'],
    ['b1', 'a4'],
  ] as const) {
    release(held);
    await expect.poll(() => started.at(-1)).toBe(next);
  }
  await Promise.all(pending);
});

test('shared work leaves the queue of its address when another address joins it', async () => {
  const { started, waitingCount, connectFrom, connect } = createCallers();
  const pending = ['a1', 'a2', 'a3'].map((name) => connectFrom('a', name));
  const page = runForAddress('a', () =>
    startShared(async () => {
      await startShared(() => connect('part')).result;
      await connect('rest');
    }),
  );
  await expect.poll(waitingCount).toBe(2);
  runForAddress('a', page.join);
  expect(waitingCount()).toBe(2);
  runForAddress('b', page.join);
  await page.result;
  expect(started).toEqual(['a1', 'a2', 'part', 'rest']);
  expect(pending).toHaveLength(3);
  expect(waitingCount()).toBe(1);
});

test('work that holds a connection gets another one beyond its share', async () => {
  const { started, connectFrom, connect } = createCallers();
  await Promise.all(['a1', 'a2'].map((name) => connectFrom('a', name)));
  await runForAddress('a', () => runWithoutLimit(() => connect('nested')));
  expect(started).toEqual(['a1', 'a2', 'nested']);
});

test('a caller that waits too long gets the error of an unavailable database', async () => {
  const { connectFrom, waitingCount, release, started } = createCallers({ timeoutMs: 10 });
  await Promise.all(['a1', 'a2'].map((name) => connectFrom('a', name)));
  await expect(connectFrom('a', 'a3')).rejects.toThrow('timeout exceeded when trying to connect');
  expect(waitingCount()).toBe(0);
  release('a1');
  await connectFrom('a', 'a4');
  expect(started).toEqual(['a1', 'a2', 'a4']);
});
