import { expect, test } from 'vitest';
import { TooManyWaiting } from '../../concurrency/fair-slots.ts';
import { createAttempts } from './attempts.ts';

/** Creates attempts that wait for `finishAll`; `started` lists their names in the order they started. */
function createBlockedAttempts() {
  const attempts = createAttempts();
  const started: string[] = [];
  const finishers: (() => void)[] = [];
  const attempt = (key: string, name: string, signal?: AbortSignal) =>
    attempts({ key, signal }, [], async () => {
      started.push(name);
      await new Promise<void>((finish) => finishers.push(finish));
      return name;
    });
  return { started, attempt, finishAll: () => finishers.splice(0).forEach((finish) => finish()) };
}

test('one client’s attempts do not delay other clients, and their queue is limited', async () => {
  const { started, attempt, finishAll } = createBlockedAttempts();
  const results = Array.from({ length: 22 }, (_, index) => attempt('busy', `busy ${index}`));
  await expect(attempt('busy', 'one too many')).rejects.toBeInstanceOf(TooManyWaiting);
  const other = attempt('other', 'other');
  await expect.poll(() => started).toEqual(['busy 0', 'busy 1', 'other']);
  finishAll();
  expect(await other).toBe('other');
  for (let count = 5; count <= 23; count += 2) {
    await expect.poll(() => started.length).toBe(count);
    finishAll();
  }
  expect(await Promise.all(results)).toHaveLength(22);
});

test('a waiting attempt is canceled by its signal', async () => {
  const { started, attempt, finishAll } = createBlockedAttempts();
  const results = [attempt('busy', '1'), attempt('busy', '2')];
  const controller = new AbortController();
  const canceled = attempt('busy', '3', controller.signal);
  results.push(attempt('busy', '4'));
  controller.abort(new Error('disconnected'));
  await expect(canceled).rejects.toThrow('disconnected');
  finishAll();
  await expect.poll(() => started).toEqual(['1', '2', '4']);
  finishAll();
  expect(await Promise.all(results)).toEqual(['1', '2', '4']);
});
