import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MAX_GROWTH_BYTES = 130 * 1024 * 1024;

test('the memory usage of the process barely grows', { timeout: 60_000 }, async () => {
  const script = new URL('render-in-thread.fixture.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const growthBytes = Number(stdout);
  expect(growthBytes).toBeGreaterThan(0);
  expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
});
