import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { addressKey, databaseLimiters, networkKey, senderKey } from './rate-limits.ts';

test('clients are identified by their IPv4 address or IPv6 prefix', () => {
  for (const [ip, address, network] of [
    ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::3', '2001:db8:1:2', '2001:db8:1'],
    ['[2001:0db8::1]:4000', '2001:db8:0:0', '2001:db8:0'],
  ] as const)
    expect([addressKey(ip), networkKey(ip)]).toEqual([address, network]);
});

test('the addresses of an IPv6 /48 together have ten times the limit of one address', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const createLimiter = databaseLimiters(pool);
    const limiter = createLimiter('test', { max: 2, seconds: 3_600 }, 'Too many.');
    const expected = { code: 'TOO_MANY_REQUESTS', message: 'Too many.' };
    const keyOf = (subnet: number, site = 1) => addressKey(`2001:db8:${site}:${subnet}::1`);
    for (let subnet = 0; subnet < 10; subnet += 1) {
      for (const _call of [1, 2]) await limiter.consume(keyOf(subnet));
    }
    await expect(limiter.check(keyOf(10))).rejects.toMatchObject(expected);
    await expect(limiter.check(senderKey(null, keyOf(11)))).rejects.toMatchObject(expected);
    await expect(limiter.consume(keyOf(12))).rejects.toMatchObject(expected);
    await limiter.check(keyOf(1, 2));
    await limiter.check('192.0.2.1');
    await limiter.refund(keyOf(0));
    await limiter.check(keyOf(10));
    await limiter.check(keyOf(12));
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('a rejected call does not count', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const limiter = databaseLimiters(pool)('test', { max: 10, seconds: 3_600 }, 'Too many.');
    await limiter.consume('key', 8);
    await expect(limiter.consume('key', 3)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await limiter.consume('key', 2);
    await expect(limiter.consume('key')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  } finally {
    await pool.end();
    await database.drop();
  }
});
