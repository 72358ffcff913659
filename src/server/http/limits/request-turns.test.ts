import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.ts';

test('requests from one address are handled in order and do not delay those from another', async () => {
  const takeTurn = createRequestTurns();
  const handled: string[] = [];
  const send = (address: string, name: string) =>
    takeTurn(address, () => {
      handled.push(name);
    });
  const names = Array.from({ length: 100 }, (_, index) => `a${index}`);
  for (const name of names) send('192.0.2.1', name);
  send('192.0.2.2', 'b');
  await expect.poll(() => handled.length).toBe(101);
  expect(handled.indexOf('b')).toBeLessThan(20);
  expect(handled.filter((name) => name !== 'b')).toEqual(names);
});

test('a single request is handled immediately', () => {
  let isHandled = false;
  createRequestTurns()('192.0.2.1', () => {
    isHandled = true;
  });
  expect(isHandled).toBe(true);
});

test('an iteration of the event loop handles a limited number of requests', async () => {
  const takeTurn = createRequestTurns();
  let count = 0;
  for (let time = 0; time < 50; time += 1)
    takeTurn('192.0.2.1', () => {
      count += 1;
    });
  const countInIteration = count;
  await new Promise((resolve) => setImmediate(resolve));
  expect([countInIteration, count]).toEqual([10, 20]);
});
