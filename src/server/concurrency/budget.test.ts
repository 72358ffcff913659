import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

/**
 * Creates a function that requests amounts from a budget; `granted` lists the names in the order
 * they were granted.
 */
function createRequester(total: number) {
  const budget = createBudget(total);
  const granted: string[] = [];
  const request = async (name: string, amount: number, signal?: AbortSignal) => {
    const release = await budget(amount, signal);
    granted.push(name);
    return release;
  };
  return { granted, request };
}

test('grants no more than the budget, in request order', async () => {
  const { granted, request } = createRequester(10);
  const releaseFirst = await request('first', 6);
  const large = request('large', 8);
  const small = request('small', 2);
  await Promise.resolve();
  expect(granted).toEqual(['first']);
  releaseFirst();
  releaseFirst();
  await Promise.all([large, small]);
  expect(granted).toEqual(['first', 'large', 'small']);
});

test('a request for more than the budget waits for the entire budget', async () => {
  const { granted, request } = createRequester(10);
  const release = await request('small', 1);
  const huge = request('huge', 100);
  await Promise.resolve();
  expect(granted).toEqual(['small']);
  release();
  (await huge)();
  (await request('next', 10))();
});

test('a canceled request makes room for the next one', async () => {
  const { granted, request } = createRequester(10);
  const release = await request('first', 6);
  const controller = new AbortController();
  const large = request('large', 10, controller.signal);
  const small = request('small', 2);
  controller.abort(new Error('canceled'));
  await expect(large).rejects.toThrow('canceled');
  await small;
  expect(granted).toEqual(['first', 'small']);
  release();
});
