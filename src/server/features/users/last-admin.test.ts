import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

describe('the last admin', () => {
  const ROUND_COUNT = 8;

  /** Lets the only two admins change each other at the same time and expects one to remain an admin. */
  async function expectOneAdminRemains(
    act: (server: TestApp, actor: TestUser, target: TestUser) => Promise<number>,
  ) {
    const app = await startTestApp();
    try {
      for (let round = 0; round < ROUND_COUNT; round += 1) {
        await app.db.deleteFrom('users').execute();
        const [one, two] = [
          await app.addUser({ role: 'admin' }),
          await app.addUser({ role: 'admin' }),
        ];
        const statuses = await Promise.all([act(app, one, two), act(app, two, one)]);
        const admins = await app.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .execute();
        expect(admins).toHaveLength(1);
        // The later request would remove the last admin, or its caller is no longer an admin.
        const [first = 0, second = 0] = statuses.toSorted((a, b) => a - b);
        expect(first).toBeLessThan(300);
        expect([401, 403, 409]).toContain(second);
      }
    } finally {
      await app.close();
    }
  }

  test('remains when two admins demote each other', () =>
    expectOneAdminRemains((app, actor, target) =>
      app.status(endpoints.changeRole, {
        as: actor,
        params: { id: target._id },
        body: { role: 'user' },
      }),
    ));

  test('remains when two admins delete each other', () =>
    expectOneAdminRemains((app, actor, target) =>
      app.status(endpoints.deleteUser, { as: actor, params: { id: target._id } }),
    ));

  test('cannot be changed by an admin who was just demoted', async () => {
    const app = await startTestApp();
    try {
      const [first, second] = [
        await app.addUser({ role: 'admin' }),
        await app.addUser({ role: 'admin' }),
      ];
      const demoted = Promise.withResolvers<void>();
      const { promise: canCommit, resolve: commit } = Promise.withResolvers<void>();
      const demotion = app.db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext('doorstep.roles'))`.execute(transaction);
        await transaction
          .updateTable('users')
          .set({ role: 'user' })
          .where('id', '=', second._id)
          .execute();
        demoted.resolve();
        await canCommit;
      });
      await demoted.promise;
      // Not committed yet: the caller is still an admin when the request arrives.
      const requests = [
        app.error(endpoints.changeRole, {
          as: second,
          params: { id: first._id },
          body: { role: 'agent' },
        }),
        app.error(endpoints.deleteUser, { as: second, params: { id: first._id } }),
      ];
      await expectWaiting(app, 'advisory', 1);
      commit();
      await demotion;
      for (const rejection of await Promise.all(requests)) {
        expect(rejection).toMatchObject({
          status: 409,
          code: 'LAST_ADMIN',
          message: 'There must be at least one admin, and this is the last one.',
        });
      }
    } finally {
      await app.close();
    }
  });
});
