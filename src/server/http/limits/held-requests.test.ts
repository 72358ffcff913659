import { describe, expect, test } from 'vitest';
import { createHeldRequests } from './held-requests.ts';

/** Creates held requests by name; `gone` lists those that were shed. */
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

test('evicts the oldest request of an address first', () => {
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

test('in total, evicts the oldest request of the address with the most', () => {
  const { gone, add } = createHeld(3, 4);
  add('b', 'first of all');
  for (const name of ['1', '2', '3']) add('a', name);
  add('c', '4');
  expect(gone).toEqual(['1']);
  add('c', '5');
  expect(gone).toEqual(['1', '2']);
});

describe('bytes', () => {
  /** Each request holds the bytes from `left`, or its initial ones. */
  function createHeldBytes(perAddress: number, inAll: number) {
    const gone: string[] = [];
    const left = new Map<string, number>();
    const held = createHeldRequests<{ name: string }>({
      perAddress: 100,
      inAll: 100,
      bytes: { perAddress, inAll, leftOf: ({ name }) => left.get(name) ?? Infinity },
      onShed: ({ name }) => gone.push(name),
    });
    const add = (address: string, name: string, bytes: number) => {
      const request = { name };
      held.add(address, request, bytes);
      return () => held.remove(request);
    };
    return { gone, left, add };
  }

  test('too many of one address in addition to its largest request: the oldest with bytes are evicted', () => {
    const { gone, add } = createHeldBytes(10, 100);
    add('a', 'empty', 0);
    add('a', '1', 4);
    add('b', 'other', 9);
    add('a', 'largest', 50);
    add('a', '2', 6);
    add('a', '3', 1);
    expect(gone).toEqual([]);
    add('a', '4', 0);
    expect(gone).toEqual(['1']);
    add('a', 'as large', 50);
    add('a', '5', 0);
    expect(gone).toEqual(['1', 'largest']);
  });

  test('too many in total: the oldest of the address with the most are evicted', () => {
    const { gone, add } = createHeldBytes(10, 20);
    add('b', 'first of all', 5);
    add('a', '1', 6);
    add('a', '2', 3);
    add('c', '3', 6);
    add('d', '4', 5);
    expect(gone).toEqual([]);
    add('d', '5', 0);
    expect(gone).toEqual(['1']);
  });

  test('bytes already read and closed requests no longer count', () => {
    const { gone, left, add } = createHeldBytes(10, 20);
    const remove = add('a', '1', 8);
    add('a', '2', 8);
    add('a', '3', 8);
    left.set('2', 1);
    add('a', '4', 3);
    expect(gone).toEqual([]);
    remove();
    add('b', '5', 9);
    add('b', '6', 0);
    expect(gone).toEqual(['2']);
  });
});

test('an address whose last request was evicted can send another', () => {
  const { gone, add } = createHeld(1, 1);
  for (const name of ['1', '2', '3']) add('a', name);
  expect(gone).toEqual(['1', '2']);
});
