import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';
import { deleteMember } from './shortlist-repository.ts';

test('a vote that waits for the removal of its member is rejected', async () => {
  const server = await startTestApp();
  try {
    const [owner, friend] = [await server.addUser(), await server.addUser()];
    const home = await server.addProperty(await server.addUser({ role: 'agent' }));
    const { _id: id } = await server.ok(endpoints.createShortlist, {
      as: owner,
      body: { name: 'Ours' },
    });
    await server.ok(endpoints.addShortlistHome, { as: owner, params: { id, propertyId: home } });
    const { token } = await server.ok(endpoints.createShortlistLink, {
      as: owner,
      params: { id },
      body: { mode: 'edit' },
    });
    await server.ok(endpoints.joinShortlist, { as: friend, body: { token } });
    const isWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'from shortlists'`.execute(
        server.db,
      );
      return rows.length > 0;
    };
    const vote = await server.db.transaction().execute(async (transaction) => {
      await sql`select from shortlists where id = ${id} for update`.execute(transaction);
      await deleteMember(transaction, id, friend._id);
      const waitingVote = server.status(endpoints.voteOnShortlistHome, {
        as: friend,
        params: { id, propertyId: home },
        body: { vote: 'no' },
      });
      await expect.poll(isWaiting).toBe(true);
      return { status: waitingVote };
    });
    expect(await vote.status).toBe(404);
    const { rows } = await sql`select from shortlist_votes`.execute(server.db);
    expect(rows).toHaveLength(0);
  } finally {
    await server.close();
  }
});
