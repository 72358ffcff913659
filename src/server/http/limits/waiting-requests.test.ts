import { describe, expect, test } from 'vitest';
import { createWaitingRequests } from './waiting-requests.ts';

/** Tracks requests by name; `evicted` lists the names of evicted requests. */
function createNamedRequests(perAddress: number, total: number) {
  const evicted: string[] = [];
  const requests = new Map<string, { name: string }>();
  const waiting = createWaitingRequests<{ name: string }>({
    perAddress,
    total,
    onShed: ({ name }) => evicted.push(name),
  });
  const add = (address: string, name: string) => {
    const request = { name };
    requests.set(name, request);
    waiting.add(address, request);
  };
  const remove = (name: string) => waiting.remove(requests.get(name) ?? { name });
  return { evicted, add, remove };
}

test('evicts the oldest request from an IP address beyond its limit', () => {
  const { evicted, add, remove } = createNamedRequests(2, 10);
  add('a', '1');
  add('a', '2');
  add('b', '3');
  add('a', '4');
  expect(evicted).toEqual(['1']);
  remove('2');
  add('a', '5');
  expect(evicted).toEqual(['1']);
});

test('evicts the oldest request from the IP address with the most requests beyond the total limit', () => {
  const { evicted, add } = createNamedRequests(3, 4);
  add('b', 'first of all');
  for (const name of ['1', '2', '3']) add('a', name);
  add('c', '4');
  expect(evicted).toEqual(['1']);
  add('c', '5');
  expect(evicted).toEqual(['1', '2']);
});

describe('bytes', () => {
  /** A request's bytes are its entry in `remaining`, or else its initial bytes. */
  function createRequestsWithBytes(perAddress: number, total: number) {
    const evicted: string[] = [];
    const remaining = new Map<string, number>();
    const waiting = createWaitingRequests<{ name: string }>({
      perAddress: 100,
      total: 100,
      bytes: { perAddress, total, remainingOf: ({ name }) => remaining.get(name) ?? Infinity },
      onShed: ({ name }) => evicted.push(name),
    });
    const add = (address: string, name: string, bytes: number) => {
      const request = { name };
      waiting.add(address, request, bytes);
      return () => waiting.remove(request);
    };
    return { evicted, remaining, add };
  }

  test('evicts an IP address’s oldest requests beyond its limit, not counting its largest request', () => {
    const { evicted, add } = createRequestsWithBytes(10, 100);
    add('a', 'empty', 0);
    add('a', '1', 4);
    add('b', 'other', 9);
    add('a', 'largest', 50);
    add('a', '2', 6);
    add('a', '3', 1);
    expect(evicted).toEqual([]);
    add('a', '4', 0);
    expect(evicted).toEqual(['1']);
    add('a', 'as large', 50);
    add('a', '5', 0);
    expect(evicted).toEqual(['1', 'largest']);
  });

  test('evicts the oldest requests from the IP address with the most bytes beyond the total limit', () => {
    const { evicted, add } = createRequestsWithBytes(10, 20);
    add('b', 'first of all', 5);
    add('a', '1', 6);
    add('a', '2', 3);
    add('c', '3', 6);
    add('d', '4', 5);
    expect(evicted).toEqual([]);
    add('d', '5', 0);
    expect(evicted).toEqual(['1']);
  });

  test('bytes that were read, and closed requests, no longer count', () => {
    const { evicted, remaining, add } = createRequestsWithBytes(10, 20);
    const remove = add('a', '1', 8);
    add('a', '2', 8);
    add('a', '3', 8);
    remaining.set('2', 1);
    add('a', '4', 3);
    expect(evicted).toEqual([]);
    remove();
    add('b', '5', 9);
    add('b', '6', 0);
    expect(evicted).toEqual(['2']);
  });
});

test('an IP address whose last request was evicted can send another', () => {
  const { evicted, add } = createNamedRequests(1, 1);
  for (const name of ['1', '2', '3']) add('a', name);
  expect(evicted).toEqual(['1', '2']);
});
