import { expect, test } from 'vitest';
import { sharedBuffersMiB } from './server-settings.ts';

const GIB = 2 ** 30;

test.each([
  { memory: 0.5 * GIB, buffersMiB: 128 },
  { memory: 1 * GIB, buffersMiB: 128 },
  { memory: 4 * GIB, buffersMiB: 512 },
  { memory: 64 * GIB, buffersMiB: 1_024 },
  // Node.js reports this if there is no memory limit.
  { memory: 2 ** 64, buffersMiB: 1_024 },
  { memory: Infinity, buffersMiB: 1_024 },
])(
  'uses $buffersMiB MiB of shared buffers with $memory bytes of memory',
  ({ memory, buffersMiB }) => {
    expect(sharedBuffersMiB(memory)).toBe(buffersMiB);
  },
);
