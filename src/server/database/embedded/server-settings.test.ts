import { expect, test } from 'vitest';
import { sharedBuffersMiB } from './server-settings.ts';

const GIB = 2 ** 30;

test.each([
  { memory: 0.5 * GIB, taken: 128 },
  { memory: 1 * GIB, taken: 128 },
  { memory: 4 * GIB, taken: 512 },
  { memory: 64 * GIB, taken: 1_024 },
  // What Node.js reports without a memory limit.
  { memory: 2 ** 64, taken: 1_024 },
  { memory: Infinity, taken: 1_024 },
])('of $memory bytes PostgreSQL takes $taken MiB', ({ memory, taken }) => {
  expect(sharedBuffersMiB(memory)).toBe(taken);
});
