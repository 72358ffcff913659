import { describe, expect, test } from 'vitest';
import { createFairSlots, TooManyWaiting } from './fair-slots.ts';

/** Creates a function that runs tasks, which wait for `finish`; `started` lists their names in the order they started. */
function createTasks(slots: ReturnType<typeof createFairSlots>) {
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const run = (key: string, name: string, signal?: AbortSignal) =>
    slots({ key, signal }, () => {
      started.push(name);
      return new Promise<string>((resolve) => finishers.set(name, () => resolve(name)));
    });
  return { started, run, finish: (name: string) => finishers.get(name)?.() };
}

describe('slots', () => {
  test('are given to keys in turn, regardless of how many tasks each key has', async () => {
    const { started, run, finish } = createTasks(createFairSlots({ slots: 1, perKey: 1 }));
    const results = [
      run('a', 'a1'),
      run('a', 'a2'),
      run('a', 'a3'),
      run('b', 'b1'),
      run('c', 'c1'),
    ];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
      await expect.poll(() => started).toContain(name);
      finish(name);
    }
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    // 'a1' does not wait. The keys of the waiting tasks then take turns, in their order of arrival.
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  test('rotate between the accounts of a key, with one task per turn of the key', async () => {
    const slots = createFairSlots({ slots: 1, perKey: 1, maxQueuedPerKey: 2 });
    const started: string[] = [];
    const run = (key: string, account: string | undefined, name: string) =>
      slots({ key, ...(account && { account }), signal: undefined }, async () =>
        started.push(name),
      );
    const results = [
      run('office', 'ann', 'ann 1'),
      run('office', 'ann', 'ann 2'),
      run('office', 'ann', 'ann 3'),
      run('office', 'bob', 'bob 1'),
      run('office', 'bob', 'bob 2'),
      run('home', undefined, 'home 1'),
      run('home', undefined, 'home 2'),
    ];
    await expect(run('office', 'ann', 'ann 4')).rejects.toBeInstanceOf(TooManyWaiting);
    await Promise.all(results);
    expect(started).toEqual(['ann 1', 'ann 2', 'home 1', 'bob 1', 'home 2', 'ann 3', 'bob 2']);
  });

  test('are never all taken by one key', async () => {
    const { started, run, finish } = createTasks(createFairSlots({ slots: 3, perKey: 2 }));
    const results = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')];
    await expect.poll(() => started).toEqual(['a1', 'a2', 'b1']);
    finish('a1');
    await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a2', 'a3', 'b1']) finish(name);
    await Promise.all(results);
  });

  test('let other events run between tasks that finish without waiting', async () => {
    const slots = createFairSlots({ slots: 1, perKey: 1 });
    const events: string[] = [];
    const requester = { key: 'a', signal: undefined };
    const run = (name: string) => slots(requester, async () => events.push(name));
    setImmediate(() => events.push('event'));
    await Promise.all(['first', 'second', 'third'].map(run));
    expect(events).toEqual(['first', 'event', 'second', 'third']);
  });

  test('are limited for one account of a key', async () => {
    const slots = createFairSlots({ slots: Infinity, perKey: 3, perAccount: 2 });
    const started: string[] = [];
    const finishers: (() => void)[] = [];
    const run = (account: string) =>
      slots({ key: 'a', account, signal: undefined }, () => {
        started.push(account);
        return new Promise<void>((resolve) => finishers.push(resolve));
      });
    const tasks = ['ann', 'ann', 'ann', 'bob', 'bob'].map(run);
    await expect.poll(() => started).toEqual(['ann', 'ann', 'bob']);
    finishers.shift()?.();
    await expect.poll(() => started).toHaveLength(4);
    while (started.length < 5 || finishers.length > 0) {
      finishers.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(tasks);
    expect(started.toSorted()).toEqual(['ann', 'ann', 'ann', 'bob', 'bob']);
  });

  test('are free again after a failure', async () => {
    const slots = createFairSlots({ slots: 1, perKey: 1 });
    const requester = { key: 'a', signal: undefined };
    await expect(slots(requester, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots(requester, async () => 'done')).toBe('done');
  });

  test('are not reserved for canceled tasks', async () => {
    const { started, run, finish } = createTasks(createFairSlots({ slots: 1, perKey: 1 }));
    const first = run('a', 'a1');
    const controller = new AbortController();
    const second = run('b', 'b1', controller.signal);
    const third = run('b', 'b2');
    controller.abort(new Error('canceled'));
    await expect(second).rejects.toThrow('canceled');
    await expect(run('a', 'a2', controller.signal)).rejects.toThrow('canceled');
    finish('a1');
    await expect.poll(() => started).toEqual(['a1', 'b2']);
    finish('b2');
    await Promise.all([first, third]);
  });

  test('are given to canceled tasks that do not have to wait', async () => {
    const { started, run, finish } = createTasks(createFairSlots({ slots: 1, perKey: 1 }));
    const result = run('a', 'a1', AbortSignal.abort());
    await expect.poll(() => started).toEqual(['a1']);
    finish('a1');
    expect(await result).toBe('a1');
  });

  test('are denied to a key with too many waiting tasks', async () => {
    const { run, finish, started } = createTasks(
      createFairSlots({ slots: 1, perKey: 1, maxQueuedPerKey: 1 }),
    );
    const results = [run('a', 'a1'), run('a', 'a2')];
    await expect(run('a', 'a3')).rejects.toBeInstanceOf(TooManyWaiting);
    results.push(run('b', 'b1'));
    for (const name of ['a1', 'a2', 'b1']) {
      await expect.poll(() => started).toContain(name);
      finish(name);
    }
    await Promise.all(results);
  });

  test('are denied only to keys with more than their share if the queue is full', async () => {
    const { run, finish, started } = createTasks(
      createFairSlots({ slots: 2, perKey: 1, maxQueued: 4 }),
    );
    const names = ['a1', 'a2', 'a3', 'a4', 'a5'];
    const results = names.map((name) => run('a', name));
    await expect(run('a', 'a6')).rejects.toBeInstanceOf(TooManyWaiting);
    // Another key uses the free slot, and then its share of the queue.
    results.push(run('b', 'b1'));
    await expect.poll(() => started).toEqual(['a1', 'b1']);
    results.push(run('b', 'b2'), run('b', 'b3'));
    await expect(run('b', 'b4')).rejects.toBeInstanceOf(TooManyWaiting);
    const controller = new AbortController();
    const canceled = run('c', 'c1', controller.signal);
    controller.abort(new Error('canceled'));
    await expect(canceled).rejects.toThrow('canceled');
    for (const name of [...names, 'b1', 'b2', 'b3']) {
      await expect.poll(() => started).toContain(name);
      finish(name);
    }
    await Promise.all(results);
    // Nothing is waiting anymore.
    const last = ['a7', 'a8', 'a9'].map((name) => run('a', name));
    for (const name of ['a7', 'a8', 'a9']) {
      await expect.poll(() => started).toContain(name);
      finish(name);
    }
    await Promise.all(last);
  });
});
