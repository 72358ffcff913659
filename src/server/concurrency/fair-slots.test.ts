import { describe, expect, test } from 'vitest';
import { createFairSlots, TooManyWaiting } from './fair-slots.ts';

/** Runs tasks that end on command; `begun` has their names in starting order. */
function createTasks(slots: ReturnType<typeof createFairSlots>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string, name: string, signal?: AbortSignal) =>
    slots(
      key,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  return { begun, ask, end: (name: string) => ends.get(name)?.() };
}

describe('slots', () => {
  test('are given to keys in turn, however much each requests', async () => {
    const { begun, ask, end } = createTasks(createFairSlots({ slots: 1, perKey: 1 }));
    const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    // First come, first served, but no key gets a second turn before every key had one.
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  test('are never all held by one key', async () => {
    const { begun, ask, end } = createTasks(createFairSlots({ slots: 3, perKey: 2 }));
    const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')];
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1']);
    end('a1');
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a2', 'a3', 'b1']) end(name);
    await Promise.all(asked);
  });

  test('are free again after a failure', async () => {
    const slots = createFairSlots({ slots: 1, perKey: 1 });
    await expect(slots('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots('a', async () => 'done')).toBe('done');
  });

  test('are not held for canceled tasks', async () => {
    const { begun, ask, end } = createTasks(createFairSlots({ slots: 1, perKey: 1 }));
    const first = ask('a', 'a1');
    const left = new AbortController();
    const second = ask('b', 'b1', left.signal);
    const third = ask('b', 'b2');
    left.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(ask('a', 'a2', left.signal)).rejects.toThrow('gone');
    end('a1');
    await expect.poll(() => begun).toEqual(['a1', 'b2']);
    end('b2');
    await Promise.all([first, third]);
  });

  test('are refused to a key with too many waiting tasks', async () => {
    const { ask, end, begun } = createTasks(
      createFairSlots({ slots: 1, perKey: 1, waitingPerKey: 1 }),
    );
    const asked = [ask('a', 'a1'), ask('a', 'a2')];
    await expect(ask('a', 'a3')).rejects.toBeInstanceOf(TooManyWaiting);
    asked.push(ask('b', 'b1'));
    for (const name of ['a1', 'a2', 'b1']) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    await Promise.all(asked);
  });
});
