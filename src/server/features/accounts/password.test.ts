import { describe, expect, test } from 'vitest';
import { type Requester, TooManyWaiting } from '../../concurrency/fair-slots.ts';
import { hashPassword, verifyPassword } from './password.ts';

const REQUESTER: Requester = { key: '1', signal: undefined };

describe('passwords', () => {
  test('are hashed with argon2id and a salt, at the cost OWASP recommends', async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword('secret1', REQUESTER),
      hashPassword('secret1', REQUESTER),
    ]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(secondHash);
    expect(await verifyPassword(firstHash, 'secret1', REQUESTER)).toBe(true);
    expect(await verifyPassword(firstHash, 'secret2', REQUESTER)).toBe(false);
    expect(await verifyPassword(firstHash, '', REQUESTER)).toBe(false);
  });

  test('never match if there is no account', async () => {
    expect(await verifyPassword(null, 'secret1', REQUESTER)).toBe(false);
  });

  test('are hashed off the main thread', async () => {
    let isDone = false;
    let turnCount = 0;
    const countTurn = () => {
      turnCount += 1;
      if (!isDone) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const hashes = Array.from({ length: 5 }, () => hashPassword('secret1', REQUESTER));
    await Promise.all(hashes);
    isDone = true;
    // On the main thread, the event loop would get only a turn or two per hash.
    expect(turnCount).toBeGreaterThan(hashes.length * 10);
  });

  test('are hashed for callers in turn, with a limited queue per caller', async () => {
    // The slots used by the tests above become free in the next turn of the event loop.
    await new Promise(setImmediate);
    const hashedKeys: string[] = [];
    const hash = async (key: string) => {
      await hashPassword('secret1', { key, signal: undefined });
      hashedKeys.push(key);
    };
    const hashes = Array.from({ length: 21 }, () => hash('busy'));
    await expect(hash('busy')).rejects.toBeInstanceOf(TooManyWaiting);
    await hash('other');
    // The other caller waits for at most two hashes: the one that was running, and one more of the busy
    // caller.
    expect(hashedKeys.filter((key) => key === 'busy').length).toBeLessThanOrEqual(2);
    await Promise.all(hashes);
  });
});
