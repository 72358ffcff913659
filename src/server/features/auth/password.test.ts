import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  test('are kept with argon2id, salted, at the cost that OWASP asks for', async () => {
    const [one, two] = await Promise.all([hashPassword('secret1'), hashPassword('secret1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'secret1')).toBe(true);
    expect(await verifyPassword(one, 'secret2')).toBe(false);
    expect(await verifyPassword(one, '')).toBe(false);
  });

  test('are never right where there is no account', async () => {
    expect(await verifyPassword(null, 'secret1')).toBe(false);
  });

  test('leave the main thread free while many are computed', async () => {
    let longestWaitMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      longestWaitMs = Math.max(longestWaitMs, now - last);
      last = now;
    }, 1);
    await Promise.all(Array.from({ length: 10 }, () => hashPassword('secret1')));
    clearInterval(timer);
    // One hash takes some 20 ms or more; on the main thread all ten would have come one after another.
    expect(longestWaitMs).toBeLessThan(150);
  });
});
