/** Rate limits counted in Redis, for processes on several machines (README.md, Settings: REDIS_URL). */

import { Redis } from 'ioredis';
import type pg from 'pg';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createLimiters, type CreateLimiter, databaseCounter } from './rate-limits.ts';

/** The maximum time that a request waits for Redis. */
const COMMAND_TIMEOUT_MS = 1_000;
const MAX_RETRY_DELAY_MS = 5_000;

/** The limiters and their connection. */
export type RedisLimiters = {
  createLimiter: CreateLimiter;
  /** Sets the function that logs when Redis disconnects or reconnects. */
  setLog: (log: (message: string) => void) => void;
  close: () => void;
};

/**
 * Connects to Redis. While Redis is down, the database counts from zero so that limits still apply and no client is
 * locked out.
 *
 * @param url a URL, or the path of a socket
 * @param pool connects to the primary
 * @param options.commandTimeoutMs the maximum time that a request waits for Redis; a second by default
 */
export function createRedisLimiters(
  url: string,
  pool: pg.Pool,
  options: { commandTimeoutMs?: number } = {},
): RedisLimiters {
  const { commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  let log: (message: string) => void = () => undefined;
  let isDown = false;
  const client = new Redis(url, {
    connectionName: 'doorstep',
    connectTimeout: commandTimeoutMs * 2,
    commandTimeout: commandTimeoutMs,
    // Without a connection, commands fail immediately, and the database counts instead.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(MAX_RETRY_DELAY_MS, 50 * 2 ** Math.min(attempt, 7)),
  });
  const onDown = () => {
    if (isDown) return;
    isDown = true;
    log('Redis is down: limits are counted in the database.');
  };
  client.on('error', onDown);
  client.on('close', onDown);
  client.on('ready', () => {
    if (isDown) log('Redis is back: limits are counted in Redis.');
    isDown = false;
  });
  return {
    createLimiter: createLimiters(
      (name, limit) =>
        new RateLimiterRedis({
          storeClient: client,
          rejectIfRedisNotReady: true,
          keyPrefix: `doorstep:${name}`,
          points: limit.max,
          duration: limit.seconds,
          insuranceLimiter: databaseCounter(pool, name, limit),
        }),
    ),
    setLog: (newLog) => {
      log = newLog;
      if (isDown) log('Redis is down: limits are counted in the database.');
    },
    close: () => {
      log = () => undefined;
      client.disconnect();
    },
  };
}
