/**
 * Rate limits, counted in the database or Redis so that they apply across processes and restarts.
 */

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import {
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { MAX_SAVED_CORNERS } from '#shared/limits.ts';
import { AppError } from '../../errors/app-error.ts';

/** Allows at most `max` calls within `seconds` of the first. */
export type RateLimit = { max: number; seconds: number };

/** All rate limits (SECURITY.md, Limits by endpoint). */
export type RateLimits = {
  contactPerIp: RateLimit;
  loginFailuresPerAccountAndIp: RateLimit;
  loginFailuresPerIp: RateLimit;
  passkeyChallengesPerIp: RateLimit;
  passkeyChallengesPerAccount: RateLimit;
  registrationsPerIp: RateLimit;
  resetEmailsPerAccount: RateLimit;
  resetEmailsPerIp: RateLimit;
  newPropertiesPerAgent: RateLimit;
  newSearchesPerAccount: RateLimit;
  newShortlistsPerAccount: RateLimit;
  importsPerAccount: RateLimit;
  visibleChangesPerAccount: RateLimit;
  visibleChangesPerIp: RateLimit;
  toursPerSender: RateLimit;
  tourChangesPerVisitor: RateLimit;
  tourMovesPerAgent: RateLimit;
  emailChangesPerAccount: RateLimit;
  emailChangesPerIp: RateLimit;
  inquiriesPerSender: RateLimit;
  inquiryMessagesPerSender: RateLimit;
  inquiryMessagesPerIp: RateLimit;
  inquiryChangesPerAgent: RateLimit;
  shortlistCommentsPerAccount: RateLimit;
  shortlistAnnouncementsPerAccount: RateLimit;
  invitationsPerOffice: RateLimit;
  reportsPerIp: RateLimit;
  alertsPerIp: RateLimit;
  alertConfirmationsPerIp: RateLimit;
  alertCornersPerIp: RateLimit;
  geocodesPerAccount: RateLimit;
  exportsPerAccount: RateLimit;
  viewsPerIp: RateLimit;
  requestsPerApiKey: RateLimit;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The default limits. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  contactPerIp: { max: 5, seconds: 10 * MINUTE },
  loginFailuresPerAccountAndIp: { max: 10, seconds: 15 * MINUTE },
  loginFailuresPerIp: { max: 100, seconds: 15 * MINUTE },
  passkeyChallengesPerIp: { max: 300, seconds: 15 * MINUTE },
  passkeyChallengesPerAccount: { max: 30, seconds: 15 * MINUTE },
  registrationsPerIp: { max: 100, seconds: HOUR },
  resetEmailsPerAccount: { max: 3, seconds: HOUR },
  resetEmailsPerIp: { max: 60, seconds: HOUR },
  newPropertiesPerAgent: { max: 1_000, seconds: HOUR },
  importsPerAccount: { max: 60, seconds: HOUR },
  // Responses are stored for a day, even if the search or shortlist is deleted (docs/product/api.md, Sending twice).
  newSearchesPerAccount: { max: 200, seconds: HOUR },
  newShortlistsPerAccount: { max: 200, seconds: HOUR },
  // Each change invalidates every cached response (docs/product/api.md, Caching).
  visibleChangesPerAccount: { max: 1_200, seconds: HOUR },
  // For several agents in one network, such as an office. Each change can send a message to every webhook.
  visibleChangesPerIp: { max: 3_600, seconds: HOUR },
  // docs/product/tours.md, Limits.
  toursPerSender: { max: 30, seconds: HOUR },
  tourChangesPerVisitor: { max: 120, seconds: HOUR },
  tourMovesPerAgent: { max: 600, seconds: HOUR },
  emailChangesPerAccount: { max: 5, seconds: HOUR },
  emailChangesPerIp: { max: 20, seconds: HOUR },
  inquiriesPerSender: { max: 30, seconds: HOUR },
  inquiryMessagesPerSender: { max: 120, seconds: HOUR },
  // For several users in one network, such as an office.
  inquiryMessagesPerIp: { max: 1_200, seconds: HOUR },
  inquiryChangesPerAgent: { max: 600, seconds: HOUR },
  shortlistCommentsPerAccount: { max: 2_000, seconds: HOUR },
  shortlistAnnouncementsPerAccount: { max: 600, seconds: HOUR },
  invitationsPerOffice: { max: 30, seconds: 24 * HOUR },
  reportsPerIp: { max: 5, seconds: HOUR },
  alertsPerIp: { max: 5, seconds: HOUR },
  alertConfirmationsPerIp: { max: 60, seconds: HOUR },
  // The corners of drawn areas determine how long matching takes.
  alertCornersPerIp: { max: MAX_SAVED_CORNERS, seconds: 24 * HOUR },
  geocodesPerAccount: { max: 100, seconds: HOUR },
  // Each export of inquiries or personal data adds an entry to the audit log, which is never
  // deleted.
  exportsPerAccount: { max: 60, seconds: HOUR },
  viewsPerIp: { max: 600, seconds: HOUR },
  requestsPerApiKey: { max: 60_000, seconds: HOUR },
};

/** The error message for accounts that exceed `exportsPerAccount`. */
export const TOO_MANY_EXPORTS =
  'You have started too many exports in the last hour. Please try again later.';

/** Counts calls of one kind by key. */
export type Limiter = {
  /**
   * Counts a call, or several. A rejected call does not count.
   *
   * @throws AppError TOO_MANY_REQUESTS with the seconds to wait, if the call exceeds the limit
   */
  consume: (key: string, count?: number) => Promise<void>;
  /**
   * Checks the limit without counting.
   *
   * @throws AppError TOO_MANY_REQUESTS if another call would exceed the limit
   */
  check: (key: string) => Promise<void>;
  /** Reverts what `consume` counted, after the counted work failed. */
  refund: (key: string, count?: number) => Promise<void>;
};

/** Creates a limiter; users who exceed the limit see `message`. */
export type CreateLimiter = (name: string, limit: RateLimit, message: string) => Limiter;

/** Creates a counter in the table `rate_limits`. */
export function databaseCounter(
  pool: pg.Pool,
  name: string,
  limit: RateLimit,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: limit.max,
    duration: limit.seconds,
  });
}

/**
 * Returns limiters that count in the table `rate_limits`.
 *
 * @param pool connects to the primary
 */
export function databaseLimiters(pool: pg.Pool): CreateLimiter {
  return createLimiters((name, limit) => databaseCounter(pool, name, limit));
}

/** Hashes a key so that every key fits the column and no email or IP addresses are stored. */
export const storableKey = (key: string) => createHash('sha256').update(key).digest('base64url');

/**
 * All clients in an IPv6 /48, which a provider can assign to one customer, can together make this
 * many times as many calls as one address.
 */
export const NETWORK_FACTOR = 10;

/** Returns limiters that use one kind of counter. */
export function createLimiters(
  createCounter: (name: string, limit: RateLimit) => RateLimiterStoreAbstract,
): CreateLimiter {
  return (name, limit, message) => {
    const addresses = { counter: createCounter(name, limit), max: limit.max };
    const networkLimit = { ...limit, max: limit.max * NETWORK_FACTOR };
    const networkCounter = createCounter(`${name}-network`, networkLimit);
    const networks = { counter: networkCounter, max: networkLimit.max };
    const countersOf = (key: string) => {
      const network = networkOf(key);
      const ownLimits = { ...addresses, key: storableKey(key) };
      return network === undefined
        ? [ownLimits]
        : [ownLimits, { ...networks, key: storableKey(network) }];
    };
    const limitExceededError = (msBeforeNext: number) =>
      new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: msBeforeNext / 1000 });
    return {
      consume: async (key, count = 1) => {
        const counted: ReturnType<typeof countersOf> = [];
        try {
          for (const entry of countersOf(key)) {
            // The library also counts rejected calls.
            counted.push(entry);
            await entry.counter.consume(entry.key, count);
          }
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          for (const entry of counted) await entry.counter.reward(entry.key, count);
          throw limitExceededError(error.msBeforeNext);
        }
      },
      check: async (key) => {
        for (const entry of countersOf(key)) {
          const state = await entry.counter.get(entry.key);
          if (state !== null && state.consumedPoints >= entry.max)
            throw limitExceededError(state.msBeforeNext);
        }
      },
      refund: async (key, count = 1) => {
        for (const entry of countersOf(key)) await entry.counter.reward(entry.key, count);
      },
    };
  };
}

/**
 * Returns a short hash of a client's network. It can be stored for a long time because hundreds of
 * IP addresses share each hash, yet it distinguishes most of a site's visitors.
 *
 * @param key the client's key, see `addressKey`
 */
export function hashNetwork(key: string): string {
  const network = networkOf(key) ?? key;
  return createHash('sha256').update(network).digest().subarray(0, 3).toString('base64url');
}

/** Returns the /48 prefix of an IPv6 key (see `addressKey`); undefined for other keys. */
export function networkOf(key: string): string | undefined {
  return /^((?:[0-9a-f]{1,4}:){2}[0-9a-f]{1,4}):[0-9a-f]{1,4}$/.exec(key)?.[1];
}

/**
 * Returns the key for counting the calls of an account or, if there is none, of a client.
 *
 * @param address see `addressKey`
 */
export const senderKey = (accountId: string | null, address: string): string =>
  accountId === null ? address : `user:${accountId}`;

/**
 * Returns the key for counting a client: an IPv4 address, or the /64 prefix of an IPv6 address
 * (docs/product/accounts.md, Signing in). Some proxies add the port to `X-Forwarded-For`. It is
 * removed because it differs for each connection.
 */
export function addressKey(ip: string): string {
  return clientKey(ip, 4);
}

/**
 * Returns the key for a client's turns in queues and its limits on connections and open requests: an
 * IPv4 address, or the /48 prefix of an IPv6 address, so that a client with many addresses does not
 * get many turns.
 */
export function networkKey(ip: string): string {
  return clientKey(ip, 3);
}

/** @param groups the number of 16-bit groups of an IPv6 address that identify a client */
function clientKey(ip: string, groups: number): string {
  const ipAddress = withoutPort(ip);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress);
  if (mapped?.[1] !== undefined) return mapped[1];
  const address = ipAddress.split('%')[0] ?? ipAddress;
  if (!isIPv6(address)) return ipAddress;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Removes the port and brackets from addresses such as `192.0.2.1:4000` and `[2001:db8::1]:4000`.
 */
export function withoutPort(ip: string): string {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::\d*)?$/.exec(ip);
  return match?.[1] ?? match?.[2] ?? ip;
}
