import { expect, test } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

const PATIENT_MS = 60_000;

/** Tasks that end on command. */
function start() {
  const begun: string[] = [];
  const works = new Map<string, PromiseWithResolvers<string>>();
  const queue = createOneAtATime<string>();
  const run = async (key: string, patienceMs = PATIENT_MS) =>
    queue.run(
      key,
      () => {
        begun.push(key);
        const work = Promise.withResolvers<string>();
        works.set(key, work);
        return work.promise;
      },
      patienceMs,
    );
  return { begun, works, run };
}

test('works one after the other, each once, also after a failure', async () => {
  const { begun, works, run } = start();
  const answers = [run('a'), run('b'), run('a')];
  await expect.poll(() => begun).toEqual(['a']);
  works.get('a')?.reject(new Error('gone'));
  await expect(answers[0]).rejects.toThrow('gone');
  await expect(answers[2]).rejects.toThrow('gone');
  await expect.poll(() => begun).toEqual(['a', 'b']);
  works.get('b')?.resolve('done');
  expect(await answers[1]).toBe('done');
  void run('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'a']);
});

test('nobody waits longer than they like, and the work goes on', async () => {
  const { begun, works, run } = start();
  expect(await run('a', 0)).toBeUndefined();
  expect(begun).toEqual(['a']);
  const again = run('a');
  works.get('a')?.resolve('done');
  expect(await again).toBe('done');
  expect(begun).toEqual(['a']);
});

test('refuses what comes when many wait, and takes it later', async () => {
  const { works, run } = start();
  const waiting = Array.from({ length: 21 }, async (_, index) => run(String(index)));
  expect(await run('one more')).toBeUndefined();
  works.get('0')?.resolve('done');
  expect(await waiting[0]).toBe('done');
  const later = run('one more');
  for (let index = 1; index <= 20; index += 1) {
    await expect.poll(() => works.has(String(index))).toBe(true);
    works.get(String(index))?.resolve('done');
  }
  await expect.poll(() => works.has('one more')).toBe(true);
  works.get('one more')?.resolve('at last');
  expect(await later).toBe('at last');
});
