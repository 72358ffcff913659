import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import {
  MAX_SHORTLIST_COMMENTS,
  MAX_SHORTLIST_HOMES,
  MAX_SHORTLIST_MEMBERS,
  MAX_OWNED_SHORTLISTS,
} from '#shared/limits.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let owner: TestUser;
let friend: TestUser;
let stranger: TestUser;
let agent: TestUser;
let home: string;
let otherHome: string;
/** The owner's list with one home, which the friend has joined. */
let id: string;
beforeAll(async () => {
  server = await startTestApp();
  owner = await server.addUser();
  friend = await server.addUser();
  stranger = await server.addUser();
  agent = await server.addUser({ role: 'agent' });
  home = await server.addProperty(agent);
  otherHome = await server.addProperty(agent);
  return () => server.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('shortlists').execute();
  const createdList = await server.ok(endpoints.createShortlist, {
    as: owner,
    body: { name: ' Ours ' },
  });
  id = createdList._id;
  await server.ok(endpoints.addShortlistHome, {
    as: owner,
    params: { id, propertyId: home },
  });
  const { token } = await link('edit');
  await join(friend, token);
});

const link = (mode: 'view' | 'edit') =>
  server.ok(endpoints.createShortlistLink, { as: owner, params: { id }, body: { mode } });
const join = (as: TestUser, token: string) =>
  server.ok(endpoints.joinShortlist, { as, body: { token } });
const get = (as: TestUser) => server.ok(endpoints.getShortlist, { as, params: { id } });
const vote = (as: TestUser, value: unknown, propertyId = home) =>
  server.send(endpoints.voteOnShortlistHome, {
    as,
    params: { id, propertyId },
    body: { vote: value },
  });
const comment = (as: TestUser, text: string) =>
  server.ok(endpoints.commentOnShortlistHome, {
    as,
    params: { id, propertyId: home },
    body: { text },
  });
const UNKNOWN_ID = '999999999';

describe('POST /shortlists', () => {
  test('creates an empty list', async () => {
    const response = await server.send(endpoints.createShortlist, {
      as: owner,
      body: { name: 'Second' },
    });
    expect(response).toMatchObject({
      status: 201,
      body: { name: 'Second', isOwner: true, members: [], homes: [] },
    });
  });

  test.each(['', '   ', 'x'.repeat(101), 7])('rejects the name %j', async (name) => {
    const rejection = await server.error(endpoints.createShortlist, {
      as: owner,
      body: { name },
    });
    expect(rejection).toMatchObject({ status: 400, errors: [{ path: 'name' }] });
  });

  test('rejects more lists than an account can own', async () => {
    await sql`
      insert into shortlists (owner_id, name, created_at)
      select ${owner._id}, 'Many', now() from generate_series(2, ${MAX_OWNED_SHORTLISTS})`.execute(
      server.db,
    );
    const { status } = await server.error(endpoints.createShortlist, {
      as: owner,
      body: { name: 'One more' },
    });
    expect(status).toBe(409);
  });
});

describe('GET /shortlists', () => {
  test('lists own and joined lists, newest first', async () => {
    await server.clock.advance(1_000);
    await server.ok(endpoints.createShortlist, { as: friend, body: { name: 'Mine' } });
    const { body, headers } = await server.send(endpoints.listShortlists, { as: friend });
    expect(body).toMatchObject([
      { name: 'Mine', isOwner: true, homeCount: 0, memberCount: 0 },
      { _id: id, name: 'Ours', isOwner: false, homeCount: 1, memberCount: 1 },
    ]);
    expect(headers).toMatchObject({ 'x-total-count': '2' });
    expect(await server.ok(endpoints.listShortlists, { as: stranger })).toEqual([]);
  });
});

describe('GET /shortlists/:id', () => {
  test('shows homes, votes, and comments to the owner and the members', async () => {
    await vote(friend, 'yes');
    await server.clock.advance(1_000);
    await vote(owner, 'no');
    const addedComment = await comment(friend, 'The garden!');
    for (const as of [owner, friend]) {
      expect(await get(as)).toMatchObject({
        isOwner: as === owner,
        members: [{ _id: friend._id, name: friend.name }],
        homes: [
          {
            property: { _id: home },
            votes: [
              { name: friend.name, vote: 'yes', isOwn: as === friend },
              { name: owner.name, vote: 'no', isOwn: as === owner },
            ],
            comments: [
              {
                _id: addedComment._id,
                name: friend.name,
                text: 'The garden!',
                isOwn: as === friend,
              },
            ],
          },
        ],
      });
    }
  });
});

describe('GET /shortlists/:id/homes/:propertyId/comments', () => {
  const list = (as: TestUser | undefined, propertyId = home, query = {}) =>
    server.send(endpoints.listShortlistComments, { as, params: { id, propertyId }, query });

  test('returns a page to the owner and the members, newest first', async () => {
    await comment(friend, 'The garden!');
    await comment(owner, 'The roof');
    for (const as of [owner, friend]) {
      const { body, headers } = await list(as, home, { limit: 1 });
      expect(body).toMatchObject([{ name: owner.name, text: 'The roof' }]);
      expect(headers).toMatchObject({ 'x-total-count': '2' });
    }
  });

  test('rejects other users and homes that are not on the list', async () => {
    const readRejectedStatus = async (as: TestUser | undefined, propertyId = home) =>
      (await server.error(endpoints.listShortlistComments, { as, params: { id, propertyId } }))
        .status;
    expect(await readRejectedStatus(undefined)).toBe(401);
    expect(await readRejectedStatus(stranger)).toBe(404);
    expect(await readRejectedStatus(owner, otherHome)).toBe(404);
    expect(await readRejectedStatus(owner, UNKNOWN_ID)).toBe(404);
  });
});

describe('other users', () => {
  const calls: [Endpoint, Record<string, string>, unknown?][] = [
    [endpoints.getShortlist, {}],
    [endpoints.listShortlistComments, { propertyId: 'home' }],
    [endpoints.renameShortlist, {}, { name: 'Mine now' }],
    [endpoints.deleteShortlist, {}],
    [endpoints.addShortlistHome, { propertyId: 'home' }],
    [endpoints.removeShortlistHome, { propertyId: 'home' }],
    [endpoints.voteOnShortlistHome, { propertyId: 'home' }, { vote: 'yes' }],
    [endpoints.commentOnShortlistHome, { propertyId: 'home' }, { text: 'Hello' }],
    [endpoints.deleteShortlistComment, { commentId: '1' }],
    [endpoints.createShortlistLink, {}, { mode: 'edit' }],
    [endpoints.deleteShortlistLink, { mode: 'edit' }],
    [endpoints.removeShortlistMember, { userId: 'me' }],
  ];
  test.each(calls.map(([endpoint, params, body]) => ({ endpoint, params, body })))(
    'receive 404 from $endpoint.method $endpoint.path and change nothing',
    async ({ endpoint, params, body }) => {
      const before = await get(owner);
      const withHome = params['propertyId'] === 'home' ? { propertyId: home } : {};
      for (const listId of [id, UNKNOWN_ID]) {
        const { status } = await server.error(endpoint, {
          as: stranger,
          params: { id: listId, ...params, ...withHome },
          body,
        });
        expect(status).toBe(404);
      }
      expect(await get(owner)).toEqual(before);
    },
  );
});

describe('PATCH /shortlists/:id', () => {
  test('lets only the owner rename the list', async () => {
    const options = { params: { id }, body: { name: 'New name' } };
    expect(await server.ok(endpoints.renameShortlist, { as: owner, ...options })).toMatchObject({
      name: 'New name',
    });
    const { status } = await server.error(endpoints.renameShortlist, { as: friend, ...options });
    expect(status).toBe(403);
  });
});

describe('DELETE /shortlists/:id', () => {
  test('lets only the owner delete the list, for all members', async () => {
    const { status } = await server.error(endpoints.deleteShortlist, {
      as: friend,
      params: { id },
    });
    expect(status).toBe(403);
    await server.ok(endpoints.deleteShortlist, { as: owner, params: { id } });
    expect(await server.ok(endpoints.listShortlists, { as: friend })).toEqual([]);
  });
});

describe('PUT /shortlists/:id/homes/:propertyId', () => {
  test('lets the owner and members add a home once, at the end', async () => {
    await server.clock.advance(1_000);
    for (const as of [friend, owner]) {
      const list = await server.ok(endpoints.addShortlistHome, {
        as,
        params: { id, propertyId: otherHome },
      });
      expect(list.homes.map(({ property }) => property._id)).toEqual([home, otherHome]);
    }
    const { status } = await server.error(endpoints.addShortlistHome, {
      as: owner,
      params: { id, propertyId: UNKNOWN_ID },
    });
    expect(status).toBe(404);
  });

  test('rejects more homes than a list can have', async () => {
    const ids = await Promise.all(
      Array.from({ length: MAX_SHORTLIST_HOMES - 1 }, () => server.addProperty(agent)),
    );
    await sql`
      insert into shortlist_homes (shortlist_id, property_id, added_at)
      select ${id}, unnest(${ids}::bigint[]), now()`.execute(server.db);
    const { status } = await server.error(endpoints.addShortlistHome, {
      as: owner,
      params: { id, propertyId: otherHome },
    });
    expect(status).toBe(409);
    expect((await get(owner)).homes).toHaveLength(MAX_SHORTLIST_HOMES);
  });
});

describe('DELETE /shortlists/:id/homes/:propertyId', () => {
  test('removes a home with its votes and comments, even repeatedly', async () => {
    await vote(friend, 'yes');
    await comment(friend, 'Hello');
    for (let count = 0; count < 2; count += 1) {
      const { status } = await server.send(endpoints.removeShortlistHome, {
        as: friend,
        params: { id, propertyId: home },
      });
      expect(status).toBe(204);
    }
    expect((await get(owner)).homes).toEqual([]);
  });
});

describe('PUT /shortlists/:id/homes/:propertyId/vote', () => {
  test('stores one vote per user, which can be changed and removed', async () => {
    expect((await vote(friend, 'yes')).status).toBe(200);
    const response = await vote(friend, 'no');
    expect(response.body.homes[0]?.votes).toEqual([{ name: friend.name, vote: 'no', isOwn: true }]);
    expect((await vote(friend, null)).body.homes[0]?.votes).toEqual([]);
  });

  test('rejects an invalid vote and a home that is not on the list', async () => {
    const params = { id, propertyId: home };
    const body = { vote: 'maybe' };
    const rejection = await server.error(endpoints.voteOnShortlistHome, {
      as: friend,
      params,
      body,
    });
    expect(rejection.status).toBe(400);
    const missingHomeError = await server.error(endpoints.voteOnShortlistHome, {
      as: friend,
      params: { id, propertyId: otherHome },
      body: { vote: 'yes' },
    });
    expect(missingHomeError.status).toBe(404);
  });
});

describe('POST /shortlists/:id/homes/:propertyId/comments', () => {
  test.each(['', 'x'.repeat(1_001)])('rejects the text %j', async (text) => {
    const { status } = await server.error(endpoints.commentOnShortlistHome, {
      as: friend,
      params: { id, propertyId: home },
      body: { text },
    });
    expect(status).toBe(400);
  });

  test('rejects more comments than a home can have', async () => {
    await sql`
      insert into shortlist_comments (shortlist_id, property_id, user_id, text, created_at)
      select ${id}, ${home}, ${owner._id}, 'x', now() from generate_series(1, ${MAX_SHORTLIST_COMMENTS})`.execute(
      server.db,
    );
    const { status } = await server.error(endpoints.commentOnShortlistHome, {
      as: friend,
      params: { id, propertyId: home },
      body: { text: 'One more' },
    });
    expect(status).toBe(409);
  });
});

describe('DELETE /shortlists/:id/comments/:commentId', () => {
  test('lets the author and the list’s owner delete a comment', async () => {
    const friendsComment = await comment(friend, 'Mine');
    const ownersComment = await comment(owner, 'The owner’s');
    const remove = { params: { id, commentId: ownersComment._id } };
    const rejection = await server.error(endpoints.deleteShortlistComment, {
      as: friend,
      ...remove,
    });
    expect(rejection.status).toBe(403);
    await server.ok(endpoints.deleteShortlistComment, {
      as: owner,
      params: { id, commentId: friendsComment._id },
    });
    await server.ok(endpoints.deleteShortlistComment, { as: owner, ...remove });
    expect((await get(owner)).homes[0]?.comments).toEqual([]);
    const missingCommentError = await server.error(endpoints.deleteShortlistComment, {
      as: owner,
      ...remove,
    });
    expect(missingCommentError.status).toBe(404);
  });
});

describe('POST /shortlists/:id/links', () => {
  test('lets only the owner create a link, which revokes the previous link with the same mode', async () => {
    const first = await link('view');
    expect(first.url).toBe(`https://homes.example.org/shared?token=${first.token}`);
    const second = await link('view');
    const view = (token: string) =>
      server.status(endpoints.getSharedShortlist, { query: { token } });
    expect(await view(first.token)).toBe(404);
    expect(await view(second.token)).toBe(200);
    const rejection = await server.error(endpoints.createShortlistLink, {
      as: friend,
      params: { id },
      body: { mode: 'view' },
    });
    expect(rejection.status).toBe(403);
    const { rows } = await sql<{
      hash: Buffer;
    }>`select token_hash as hash from shortlist_links`.execute(server.db);
    for (const { hash } of rows) expect(hash).toHaveLength(32);
  });
});

describe('DELETE /shortlists/:id/links/:mode', () => {
  test('revokes the link', async () => {
    const { token } = await link('edit');
    await server.ok(endpoints.deleteShortlistLink, { as: owner, params: { id, mode: 'edit' } });
    const { status } = await server.error(endpoints.joinShortlist, {
      as: stranger,
      body: { token },
    });
    expect(status).toBe(404);
  });
});

describe('POST /shortlists/join', () => {
  test('adds a member once and does nothing for the owner', async () => {
    const { token } = await link('edit');
    expect(await join(stranger, token)).toMatchObject({ isOwner: false });
    expect(await join(owner, token)).toMatchObject({ isOwner: true });
    const { members } = await join(stranger, token);
    expect(members.map(({ _id }) => _id)).toEqual([friend._id, stranger._id]);
  });

  test('rejects a view link and more members than allowed', async () => {
    const { token } = await link('view');
    const rejection = await server.error(endpoints.joinShortlist, {
      as: stranger,
      body: { token },
    });
    expect(rejection.status).toBe(404);
    for (let count = 1; count < MAX_SHORTLIST_MEMBERS; count += 1) {
      const user = await server.addUser();
      await sql`insert into shortlist_members values (${id}, ${user._id}, now())`.execute(
        server.db,
      );
    }
    const edit = await link('edit');
    const memberLimitError = await server.error(endpoints.joinShortlist, {
      as: stranger,
      body: { token: edit.token },
    });
    expect(memberLimitError.status).toBe(409);
  });
});

describe('DELETE /shortlists/:id/members/:userId', () => {
  const remove = (as: TestUser, userId: string) =>
    server.status(endpoints.removeShortlistMember, { as, params: { id, userId } });

  test('lets the owner remove a member, which revokes the edit link and deletes the member’s vote', async () => {
    const { token } = await link('edit');
    await vote(friend, 'yes');
    expect(await remove(owner, friend._id)).toBe(204);
    expect(await get(owner)).toMatchObject({ members: [], homes: [{ votes: [] }] });
    const joinError = await server.error(endpoints.joinShortlist, { as: friend, body: { token } });
    expect(joinError.status).toBe(404);
  });

  test('lets a member leave and does not revoke the link', async () => {
    const { token } = await link('edit');
    await join(stranger, token);
    expect(await remove(stranger, friend._id)).toBe(403);
    expect(await remove(friend, 'me')).toBe(204);
    expect(await join(friend, token)).toMatchObject({ _id: id });
  });

  test('does not let the owner leave', async () => {
    expect(await remove(owner, 'me')).toBe(409);
    expect(await remove(owner, UNKNOWN_ID)).toBe(404);
  });
});

describe('GET /shared-shortlists', () => {
  test('shows homes and vote counts but no users', async () => {
    await vote(friend, 'yes');
    await vote(owner, 'yes');
    await comment(friend, 'Secret');
    const { token } = await link('view');
    const { body, headers } = await server.send(endpoints.getSharedShortlist, {
      query: { token },
    });
    expect(Object.keys(body)).toEqual(['name', 'homes']);
    expect(body.homes).toMatchObject([{ property: { _id: home }, votes: { yes: 2, no: 0 } }]);
    expect(JSON.stringify(body)).not.toContain(friend.name);
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  test('requires a token, and returns 404 for an edit link’s token', async () => {
    const { token } = await link('edit');
    expect(await server.status(endpoints.getSharedShortlist, { query: { token } })).toBe(404);
    expect(await server.status(endpoints.getSharedShortlist, {})).toBe(400);
  });
});

test('a vote sends an event to the list’s owner and members and to no others', async () => {
  await server.db.deleteFrom('events').execute();
  await vote(friend, 'yes');
  const events = await server.db.selectFrom('events').select(['user_id', 'kind', 'data']).execute();
  expect(events.map((event) => event.user_id).toSorted()).toEqual(
    [owner._id, friend._id].toSorted(),
  );
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['shortlist']));
});

test('a list is deleted with its owner, and a deleted listing is removed from lists', async () => {
  const deletedHome = await server.addProperty(agent);
  await server.ok(endpoints.addShortlistHome, {
    as: friend,
    params: { id, propertyId: deletedHome },
  });
  await server.ok(endpoints.deleteProperty, { as: agent, params: { id: deletedHome } });
  expect((await get(friend)).homes).toHaveLength(1);
  const other = await server.addUser();
  await server.ok(endpoints.createShortlist, { as: other, body: { name: 'Lonely' } });
  await server.db.deleteFrom('users').where('id', '=', other._id).execute();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shortlists where name = 'Lonely'`.execute(server.db);
  expect(rows[0]?.count).toBe(0);
});
