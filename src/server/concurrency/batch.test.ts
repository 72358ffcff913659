import { expect, test } from 'vitest';
import { createBatch } from './batch.ts';

/** Creates a batch whose reads wait for `finish`. */
function startBatch() {
  const reads: { keys: readonly string[]; finish: PromiseWithResolvers<void> }[] = [];
  const find = createBatch(async (keys) => {
    const finish = Promise.withResolvers<void>();
    reads.push({ keys, finish });
    await finish.promise;
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  });
  return { reads, find };
}

test('batches concurrent reads, and reads each key once', async () => {
  const { reads, find } = startBatch();
  const results = Promise.all([find('a'), find('none'), find('b'), find('a')]);
  await expect.poll(() => reads).toHaveLength(1);
  expect(reads[0]?.keys).toEqual(['a', 'none', 'b']);
  reads[0]?.finish.resolve();
  expect(await results).toEqual(['A', undefined, 'B', 'A']);
});

test('reads keys requested during a read in the next batch', async () => {
  const { reads, find } = startBatch();
  const first = find('a');
  await expect.poll(() => reads).toHaveLength(1);
  const laterReads = Promise.all([find('a'), find('b')]);
  reads[0]?.finish.resolve();
  expect(await first).toBe('A');
  await expect.poll(() => reads).toHaveLength(2);
  expect(reads[1]?.keys).toEqual(['a', 'b']);
  reads[1]?.finish.resolve();
  expect(await laterReads).toEqual(['A', 'B']);
});

test('a failure rejects only its own batch', async () => {
  const { reads, find } = startBatch();
  const failedReads = Promise.allSettled([find('a'), find('b')]);
  await expect.poll(() => reads).toHaveLength(1);
  const laterRead = find('c');
  reads[0]?.finish.reject(new Error('connection lost'));
  expect((await failedReads).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => reads).toHaveLength(2);
  reads[1]?.finish.resolve();
  expect(await laterRead).toBe('C');
});
