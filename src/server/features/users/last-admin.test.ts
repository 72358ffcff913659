import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { expectWaiting } from '#tests/helpers/expect-waiting.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

describe('the last admin', () => {
  const ROUNDS = 8;

  /** The only two admins change each other at the same moment. */
  async function expectOneLeft(
    act: (server: TestApp, by: TestUser, on: TestUser) => Promise<number>,
  ) {
    const lonely = await startTestApp();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await lonely.db.deleteFrom('users').execute();
        const [one, two] = [
          await lonely.addUser({ role: 'admin' }),
          await lonely.addUser({ role: 'admin' }),
        ];
        const statuses = await Promise.all([act(lonely, one, two), act(lonely, two, one)]);
        const admins = await lonely.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .execute();
        expect(admins).toHaveLength(1);
        // The later one breaks the rule, or is no longer an admin when its request is checked.
        const [first = 0, second = 0] = statuses.toSorted((a, b) => a - b);
        expect(first).toBeLessThan(300);
        expect([401, 403, 409]).toContain(second);
      }
    } finally {
      await lonely.close();
    }
  }

  test('stays when two demote each other', () =>
    expectOneLeft((app, by, on) =>
      app.status(endpoints.changeRole, { as: by, params: { id: on._id }, body: { role: 'user' } }),
    ));

  test('stays when two delete each other', () =>
    expectOneLeft((app, by, on) =>
      app.status(endpoints.deleteUser, { as: by, params: { id: on._id } }),
    ));

  test('is refused with a message when the caller was just demoted', async () => {
    const lonely = await startTestApp();
    try {
      const [one, two] = [
        await lonely.addUser({ role: 'admin' }),
        await lonely.addUser({ role: 'admin' }),
      ];
      const demoted = Promise.withResolvers<void>();
      const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
      const demotion = lonely.db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext('doorstep.roles'))`.execute(transaction);
        await transaction
          .updateTable('users')
          .set({ role: 'user' })
          .where('id', '=', two._id)
          .execute();
        demoted.resolve();
        await isFree;
      });
      await demoted.promise;
      // Not committed yet: they are still an admin when the request comes in.
      const refusals = [
        lonely.refused(endpoints.changeRole, {
          as: two,
          params: { id: one._id },
          body: { role: 'agent' },
        }),
        lonely.refused(endpoints.deleteUser, { as: two, params: { id: one._id } }),
      ];
      await expectWaiting(lonely, 'advisory', 2);
      free();
      await demotion;
      for (const refusal of await Promise.all(refusals)) {
        expect(refusal).toMatchObject({
          status: 409,
          code: 'LAST_ADMIN',
          message: 'There must always be an admin, and this is the last one.',
        });
      }
    } finally {
      await lonely.close();
    }
  });
});
