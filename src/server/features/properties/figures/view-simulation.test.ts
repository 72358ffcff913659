/** Compares the counts of many random views with a simple calculation. */

import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createBufferedLimit } from '../../../http/limits/buffered-limit.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import { defaultOrFull } from '#tests/helpers/full-run.ts';
import { SEED } from '#tests/helpers/seed.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createViewService } from './view-service.ts';
import { dayOf } from './visitor-hash.ts';

const VIEW_COUNT = defaultOrFull(20_000, 1_000_000);
const LISTING_COUNT = defaultOrFull(100, 1_000);
const VISITOR_COUNT = defaultOrFull(800, 40_000);
const DAY_COUNT = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const BROWSER_USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
];
const BOT_USER_AGENTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'curl/8.5.0',
];

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  return () => server.close();
});

/** Creates a seeded generator of random numbers between 0 and 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(
  `the counts of ${VIEW_COUNT} random views match a simple calculation`,
  { timeout: 600_000 },
  async () => {
    const agent = await server.addUser({ role: 'agent' });
    const admin = await server.addUser({ role: 'admin' });
    const actorOf = ({ _id, name, email, role }: typeof agent): SignedIn => ({
      _id,
      name,
      email,
      role,
      avatarKey: null,
      mustSetUpSecondFactor: false,
      ipAddress: '192.0.2.1',
      office: null,
      officeRole: null,
      tokenHash: randomBytes(32),
      requester: { key: _id, signal: undefined },
    });
    const ids: string[] = [];
    for (let count = 0; count < LISTING_COUNT; count += 1)
      ids.push(await server.addProperty(agent));

    const createProcess = () =>
      createViewService({
        db: server.db,
        now: server.clock.now,
        log: server.app.log,
        perIp: createBufferedLimit(
          server.db,
          'views',
          { max: VIEW_COUNT, seconds: 3_600 },
          'Wait.',
        ),
      });
    const processes = [createProcess(), createProcess()];
    const random = createRandom(SEED);
    const pickRandom = <T>(values: readonly T[]): T => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error('Cannot pick from an empty list.');
      return value;
    };
    const expected = new Map<string, Set<string>>();
    const kinds = { visitor: 0, bot: 0, manager: 0, optedOut: 0 };

    for (let day = 0; day < DAY_COUNT; day += 1) {
      let pending: Promise<void>[] = [];
      for (let count = 0; count < VIEW_COUNT / DAY_COUNT; count += 1) {
        const propertyId = pickRandom(ids);
        const visitor = Math.floor(random() * VISITOR_COUNT);
        const ip = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
        const kind = random();
        const isBot = kind < 0.1;
        const isManager = kind >= 0.1 && kind < 0.15;
        const hasGpc = kind >= 0.15 && kind < 0.2;
        const userAgent = isBot ? pickRandom(BOT_USER_AGENTS) : pickRandom(BROWSER_USER_AGENTS);
        const actor = isManager ? actorOf(pickRandom([agent, admin])) : undefined;
        pending.push(pickRandom(processes).count({ propertyId, ip, userAgent, hasGpc, actor }));
        if (isBot) kinds.bot += 1;
        else if (isManager) kinds.manager += 1;
        else if (hasGpc) kinds.optedOut += 1;
        else {
          kinds.visitor += 1;
          const key = `${propertyId} ${dayOf(server.clock.now())}`;
          expected.set(key, (expected.get(key) ?? new Set()).add(`${ip} ${userAgent}`));
        }
        if (pending.length === 10_000) {
          await Promise.all(pending);
          pending = [];
        }
      }
      await Promise.all(pending);
      for (const { flush } of processes) await flush();
      await server.clock.advance(DAY_MS);
    }

    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(VIEW_COUNT / 50);
    const rows = await server.db
      .selectFrom('property_figures')
      .select(({ fn, val }) => [
        'property_id',
        'views',
        fn<string>('to_char', ['day', val('YYYY-MM-DD')]).as('date'),
      ])
      .execute();
    const actual = new Map(rows.map((row) => [`${row.property_id} ${row.date}`, row.views]));
    const expectedCounts = new Map([...expected].map(([key, visitors]) => [key, visitors.size]));
    expect(actual).toEqual(expectedCounts);
  },
);
