/** Tests when instant emails are due after an earlier email. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { confirmAddress } from '../alerts/alerts.fixture.ts';
import { matchSomeChanges } from './match-changes.ts';

const MINUTE_MS = 60_000;
const AUSTIN = { city: 'Austin', state: 'TX' };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('properties').execute();
  await server.db.deleteFrom('saved_searches').execute();
  await server.waitUntilIdle();
});

describe('the pause between two instant emails', () => {
  /** Matches a new home after emails sent at `mailedAt`. @returns when the next emails are due */
  async function findDueTimes(pauseMs: number, mailedAt: readonly Date[]): Promise<number[]> {
    for (const at of mailedAt) {
      const subscriber = await server.addUser();
      await confirmAddress(server, subscriber);
      const body = { search: AUSTIN, frequency: 'instant' };
      const { _id } = await server.ok(endpoints.createSavedSearch, { as: subscriber, body });
      await server.db
        .updateTable('saved_searches')
        .set({ last_mail_at: at })
        .where('id', '=', _id)
        .execute();
    }
    const agent = await server.addUser({ role: 'agent' });
    await server.addProperty(agent, { ...AUSTIN, created_at: server.clock.now() });
    const context = {
      times: { delayMs: 0, pauseMs },
      costRates: DEFAULT_COST_RATES,
      shutdownSignal: new AbortController().signal,
    };
    await matchSomeChanges(server.db, context, server.clock.now());
    return (await server.db.selectFrom('alert_news').select('due_at').execute()).map(
      ({ due_at: dueAt }) => dueAt.getTime(),
    );
  }

  const msAgo = (ms: number) => new Date(server.clock.now().getTime() - ms);

  test.each([0, 1_000, 5_000])('lasts at most a fifteenth longer than %d ms', async (pauseMs) => {
    const mailedAt = msAgo(700);
    const [dueAt = 0] = await findDueTimes(pauseMs, [mailedAt]);
    const earliestMs = Math.max(server.clock.now().getTime(), mailedAt.getTime() + pauseMs);
    expect(dueAt).toBeGreaterThanOrEqual(earliestMs);
    expect(dueAt).toBeLessThanOrEqual(earliestMs + pauseMs / 15);
  });

  test('ends on a whole minute if it lasts 15 minutes, so that searches share due times', async () => {
    const times = await findDueTimes(15 * MINUTE_MS, [msAgo(5_000), msAgo(9_000), msAgo(20_000)]);
    expect(times).toHaveLength(3);
    const minutes = new Set(times.map((time) => time % MINUTE_MS));
    expect([...minutes]).toEqual([0]);
  });
});
