import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

/** Creates named holders of amounts. */
function createHolders(whole: number) {
  const budget = createBudget(whole);
  const held: string[] = [];
  const hold = async (name: string, amount: number, signal?: AbortSignal) => {
    const giveBack = await budget(amount, signal);
    held.push(name);
    return giveBack;
  };
  return { held, hold };
}

test('grants no more than the budget, in the order of the requests', async () => {
  const { held, hold } = createHolders(10);
  const giveBackFirst = await hold('first', 6);
  const large = hold('large', 8);
  const small = hold('small', 2);
  await Promise.resolve();
  expect(held).toEqual(['first']);
  giveBackFirst();
  giveBackFirst();
  await Promise.all([large, small]);
  expect(held).toEqual(['first', 'large', 'small']);
});

test('a request for more than the budget waits for all of it', async () => {
  const { held, hold } = createHolders(10);
  const giveBack = await hold('small', 1);
  const huge = hold('huge', 100);
  await Promise.resolve();
  expect(held).toEqual(['small']);
  giveBack();
  (await huge)();
  (await hold('next', 10))();
});

test('canceled requests let the next one in', async () => {
  const { held, hold } = createHolders(10);
  const giveBack = await hold('first', 6);
  const left = new AbortController();
  const large = hold('large', 10, left.signal);
  const small = hold('small', 2);
  left.abort(new Error('gone'));
  await expect(large).rejects.toThrow('gone');
  await small;
  expect(held).toEqual(['first', 'small']);
  giveBack();
});
