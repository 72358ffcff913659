import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';
import { createTestDatabase } from '#tests/helpers/test-database.ts';
import { createRedisLimiters } from './redis-limits.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof openDatabase>['pool'];
/** The socket path of the test's Redis. */
let socket: string;
beforeEach(async () => {
  database = await createTestDatabase();
  ({ pool } = openDatabase(database.url));
  cleanups.push(database.drop, () => pool.end());
  const folder = makeTempFolder();
  cleanups.push(() => rm(folder, { recursive: true }));
  socket = path.join(folder, 'redis.sock');
});

/** Starts the test's Redis, without persistence. */
async function startRedis(): Promise<ChildProcess> {
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' });
  cleanups.push(() => stopRedis(child));
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.includes('Ready to accept connections')) break;
  }
  return child;
}

async function stopRedis(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Opens a process's limiters, with a limit of three per minute. */
function openLimiters() {
  const options = { commandTimeoutMs: 60_000 };
  const { createLimiter, setLog, close } = createRedisLimiters(socket, pool, options);
  cleanups.push(async () => close());
  const messages: string[] = [];
  setLog((message) => messages.push(message));
  return { limiter: createLimiter('test', { max: 3, seconds: 60 }, 'Too many.'), messages };
}

const countRows = async () => (await pool.query('select from rate_limits')).rowCount;

test.skipIf(!hasRedis)(
  'processes share counts in Redis, or in the database while Redis is down (needs redis-server)',
  async () => {
    const redis = await startRedis();
    const firstLimiters = openLimiters();
    const secondLimiters = openLimiters();
    // Waits until both are connected; until then, calls are counted in the database.
    await expect
      .poll(async () => {
        const before = await pool.query('select sum(points) as sum from rate_limits');
        await firstLimiters.limiter.consume(`warm ${Math.random()}`);
        await secondLimiters.limiter.consume(`warm ${Math.random()}`);
        const after = await pool.query('select sum(points) as sum from rate_limits');
        return JSON.stringify(before.rows) === JSON.stringify(after.rows);
      })
      .toBe(true);
    await pool.query('delete from rate_limits');

    await firstLimiters.limiter.consume('a');
    await secondLimiters.limiter.consume('a');
    await firstLimiters.limiter.check('a');
    await firstLimiters.limiter.consume('a');
    await expect(secondLimiters.limiter.check('a')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(secondLimiters.limiter.consume('a')).rejects.toMatchObject({
      retryAfterSeconds: expect.closeTo(60, -1) as number,
    });
    await secondLimiters.limiter.refund('a');
    await secondLimiters.limiter.refund('a');
    await firstLimiters.limiter.check('a');
    await firstLimiters.limiter.consume('b');
    expect(await countRows()).toBe(0);

    await stopRedis(redis);
    for (let count = 0; count < 3; count += 1) await firstLimiters.limiter.consume('c');
    await expect(secondLimiters.limiter.consume('c')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(secondLimiters.limiter.check('c')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await secondLimiters.limiter.refund('c');
    await secondLimiters.limiter.refund('c');
    await secondLimiters.limiter.check('c');
    await expect
      .poll(() => firstLimiters.messages)
      .toEqual(['Redis is down: limits are counted in the database.']);

    await startRedis();
    await expect.poll(() => firstLimiters.messages.at(-1)).toMatch(/is back/);
    // Redis lost its counts when it was restarted.
    for (let count = 0; count < 3; count += 1) await firstLimiters.limiter.consume('a');
    await expect(firstLimiters.limiter.consume('a')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  },
);

test('limits are counted in the database while Redis is unreachable', async () => {
  const { limiter, messages } = openLimiters();
  for (let count = 0; count < 3; count += 1) await limiter.consume('a');
  await expect(limiter.consume('a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect.poll(() => messages).toEqual(['Redis is down: limits are counted in the database.']);
});
