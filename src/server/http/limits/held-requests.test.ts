import { expect, test } from 'vitest';
import { createHeldRequests } from './held-requests.ts';

/** Requests by name; `gone` has those that were shed. */
function createHeld(perAddress: number, inAll: number) {
  const gone: string[] = [];
  const requests = new Map<string, { name: string }>();
  const held = createHeldRequests<{ name: string }>({
    perAddress,
    inAll,
    onShed: ({ name }) => gone.push(name),
  });
  const add = (address: string, name: string) => {
    const request = { name };
    requests.set(name, request);
    held.add(address, request);
  };
  const remove = (name: string) => held.remove(requests.get(name) ?? { name });
  return { gone, add, remove };
}

test('of one address the oldest goes first', () => {
  const { gone, add, remove } = createHeld(2, 10);
  add('a', '1');
  add('a', '2');
  add('b', '3');
  add('a', '4');
  expect(gone).toEqual(['1']);
  remove('2');
  add('a', '5');
  expect(gone).toEqual(['1']);
});

test('of all it is the oldest of the address that has most', () => {
  const { gone, add } = createHeld(3, 4);
  add('b', 'first of all');
  for (const name of ['1', '2', '3']) add('a', name);
  add('c', '4');
  expect(gone).toEqual(['1']);
  add('c', '5');
  expect(gone).toEqual(['1', '2']);
});

test('an address of which only the last one went may come again', () => {
  const { gone, add } = createHeld(1, 1);
  for (const name of ['1', '2', '3']) add('a', name);
  expect(gone).toEqual(['1', '2']);
});
