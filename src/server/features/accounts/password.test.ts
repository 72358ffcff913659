import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  test('are hashed with argon2id and a salt, at the cost OWASP recommends', async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword('secret1'),
      hashPassword('secret1'),
    ]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(secondHash);
    expect(await verifyPassword(firstHash, 'secret1')).toBe(true);
    expect(await verifyPassword(firstHash, 'secret2')).toBe(false);
    expect(await verifyPassword(firstHash, '')).toBe(false);
  });

  test('never match if there is no account', async () => {
    expect(await verifyPassword(null, 'secret1')).toBe(false);
  });

  test('are hashed off the main thread', async () => {
    let isDone = false;
    let turnCount = 0;
    const takeTurn = () => {
      turnCount += 1;
      if (!isDone) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const hashes = Array.from({ length: 5 }, () => hashPassword('secret1'));
    await Promise.all(hashes);
    isDone = true;
    // On the main thread, the event loop would get only a turn or two per hash.
    expect(turnCount).toBeGreaterThan(hashes.length * 10);
  });
});
