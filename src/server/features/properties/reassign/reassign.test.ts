import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '#server/database/database.ts';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Role } from '#shared/schemas/user.ts';
import { IS_FULL_RUN } from '#tests/helpers/full-run.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const buildReassignment = (
  as: TestUser,
  propertyIds: string[],
  to: TestUser,
  withInquiries = true,
) => ({
  as,
  body: { propertyIds, agentId: to._id, withInquiries },
});
const readAgentId = async (id: string) =>
  (await server.ok(endpoints.getProperty, { params: { id } })).agent._id;
const addAgent = () => server.addUser({ role: 'agent' });

const buildAssignment = (as: TestUser, id: string, to: { _id: string }) => ({
  as,
  params: { id },
  body: { agentId: to._id },
});

async function addInquiry(home: string, agent: TestUser, overrides: object = {}): Promise<string> {
  const now = server.clock.now();
  const { id } = await server.db
    .insertInto('inquiries')
    .values({
      property_id: home,
      property_title: 'A home',
      property_price: 1,
      agent_id: agent._id,
      name: 'Vera Visitor',
      email: 'vera@example.org',
      created_at: now,
      last_message_at: now,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addTour(home: string, agent: TestUser, hours: number): Promise<string> {
  const at = (offset: number) => new Date(server.clock.now().getTime() + offset * 3_600_000);
  const { id } = await server.db
    .insertInto('tours')
    .values({
      property_id: home,
      property_title: 'A home',
      property_price: 1,
      property_address: '1 Main St',
      agent_id: agent._id,
      name: 'Vera Visitor',
      email: 'vera@example.org',
      start_at: at(hours),
      end_at: at(hours + 1),
      time_zone: 'UTC',
      status: 'booked',
      is_in_calendars: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const readAgentIds = async (table: 'inquiries' | 'tours', ids: string[]) => {
  const rows = await server.db
    .selectFrom(table)
    .select(['id', 'agent_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ agent_id: agent }) => agent);
};

describe('POST /properties/reassign', () => {
  test('requires an admin or a manager', async () => {
    const options = buildReassignment(people.admin, ['1'], people.agent);
    await server.expectGuarded(endpoints.reassignProperties, people, options);
  });

  test('moves only the requested listings, their open inquiries, and their upcoming tours', async () => {
    const [ann, bob, cleo] = [await addAgent(), await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    const otherHome = await server.addProperty(ann);
    const openInquiry = await addInquiry(home, ann);
    const closedInquiry = await addInquiry(home, ann, { stage: 'closed' });
    const lostInquiry = await addInquiry(home, ann, { stage: 'lost' });
    const assignedToCleo = await addInquiry(home, cleo);
    const fromNewAgent = await addInquiry(home, ann, { sender_id: bob._id });
    const otherInquiry = await addInquiry(otherHome, ann);
    const upcomingTour = await addTour(home, ann, 24);
    const pastTour = await addTour(home, ann, -24);
    const history = await server.ok(endpoints.getPropertyHistory, { params: { id: home } });
    expect(
      await server.ok(
        endpoints.reassignProperties,
        buildReassignment(people.admin, [home, home], bob),
      ),
    ).toEqual({ properties: 1, inquiries: 1, tours: 1 });
    expect(await readAgentId(home)).toBe(bob._id);
    expect(await readAgentId(otherHome)).toBe(ann._id);
    expect(
      await readAgentIds('inquiries', [
        openInquiry,
        closedInquiry,
        lostInquiry,
        assignedToCleo,
        fromNewAgent,
        otherInquiry,
      ]),
    ).toEqual([bob._id, ann._id, ann._id, cleo._id, ann._id, ann._id]);
    expect(await readAgentIds('tours', [upcomingTour, pastTour])).toEqual([bob._id, ann._id]);
    expect(await server.ok(endpoints.getPropertyHistory, { params: { id: home } })).toEqual(
      history,
    );
    for (const as of [ann, bob]) {
      const notifications = await server.ok(endpoints.listNotifications, { as });
      expect(notifications.map(({ kind }) => kind)).toEqual(['listing']);
    }
    const params = { id: openInquiry };
    expect(await server.status(endpoints.getInquiry, { as: ann, params })).toBe(404);
    expect(await server.status(endpoints.getInquiry, { as: bob, params })).toBe(200);
    const [entry] = await server.ok(endpoints.listAudit, { as: people.admin });
    expect(entry).toMatchObject({
      action: 'listing.reassigned',
      entity: { _id: home },
      changes: { agent: [ann._id, bob._id] },
    });
  });

  test('writes one entry to the audit log, regardless of the number of listings', async () => {
    const [ann, bob, cid] = [await addAgent(), await addAgent(), await addAgent()];
    const homes = [
      await server.addProperty(ann),
      await server.addProperty(ann),
      await server.addProperty(bob),
    ];
    const list = (id: string) =>
      server.ok(endpoints.listAudit, { as: people.admin, query: { entity: `listing:${id}` } });
    await server.ok(endpoints.reassignProperties, buildReassignment(people.admin, homes, cid));
    const entries = await list(homes[0] ?? '');
    expect(entries).toMatchObject([
      {
        action: 'listing.reassigned',
        entity: { _id: null, title: '3 listings' },
        changes: { agent: [[ann._id, bob._id], cid._id], listings: [homes, homes] },
      },
    ]);
    for (const home of homes) expect(await list(home)).toEqual(entries);
  });

  test('leaves inquiries and tours with their agent unless requested', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    const inquiry = await addInquiry(home, ann);
    const tour = await addTour(home, ann, 24);
    const { admin } = people;
    expect(
      await server.ok(endpoints.reassignProperties, buildReassignment(admin, [home], bob, false)),
    ).toEqual({ properties: 1, inquiries: 0, tours: 0 });
    expect(await readAgentIds('inquiries', [inquiry])).toEqual([ann._id]);
    expect(await readAgentIds('tours', [tour])).toEqual([ann._id]);
  });

  test('does not move inquiries and tours that stayed with a previous agent', async () => {
    const [ann, bob, cid] = [await addAgent(), await addAgent(), await addAgent()];
    const home = await server.addProperty(bob);
    const inquiry = await addInquiry(home, ann);
    const tour = await addTour(home, ann, 24);
    expect(
      await server.ok(endpoints.reassignProperties, buildReassignment(people.admin, [home], cid)),
    ).toEqual({ properties: 1, inquiries: 0, tours: 0 });
    expect(await readAgentIds('inquiries', [inquiry])).toEqual([ann._id]);
    expect(await readAgentIds('tours', [tour])).toEqual([ann._id]);
  });

  test('moves nothing if tours overlap and lists the conflicts', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    const inquiry = await addInquiry(home, ann);
    const movable = await addTour(home, ann, 24);
    const conflictingTour = await addTour(home, ann, 48);
    await addTour(await server.addProperty(bob), bob, 48.5);
    const options = buildReassignment(people.admin, [home], bob);
    const error = await server.error(endpoints.reassignProperties, options);
    expect(error).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(error.message).toMatch(
      /^Some tours would overlap other tours of the new agent: A home \([A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d{2} [AP]M\)\.$/,
    );
    expect(error.conflicts?.map(({ _id, property }) => [_id, property._id])).toEqual([
      [conflictingTour, home],
    ]);
    expect(await readAgentId(home)).toBe(ann._id);
    expect(await readAgentIds('inquiries', [inquiry])).toEqual([ann._id]);
    expect(await readAgentIds('tours', [movable, conflictingTour])).toEqual([ann._id, ann._id]);
    expect(await server.ok(endpoints.listNotifications, { as: bob })).toEqual([]);
  });

  test('a manager can move listings only within the office', async () => {
    const office = await addOffice(server, 'Moving Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const [ann, bob] = [await addOfficeAgent(server, office), await addOfficeAgent(server, office)];
    const outsider = await addAgent();
    const home = await server.addProperty(ann);
    const outsiderHome = await server.addProperty(outsider);
    const status = (as: TestUser, ids: string[], to: TestUser) =>
      server.status(endpoints.reassignProperties, buildReassignment(as, ids, to));
    expect(await status(ann, [home], bob)).toBe(403);
    expect(await status(manager, [home], outsider)).toBe(403);
    expect(await status(manager, [home, outsiderHome], bob)).toBe(403);
    expect(await readAgentId(home)).toBe(ann._id);
    expect(await status(manager, [home], bob)).toBe(200);
    expect(await readAgentId(home)).toBe(bob._id);
  });

  test('a rejected request does not wait for a lock on another account', async () => {
    const [ann, outsider] = [await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    const inquiry = await addInquiry(home, ann);
    const office = await addOffice(server, 'Lockable Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const ownHome = await server.addProperty(manager);
    const ownInquiry = await addInquiry(ownHome, manager);
    const statuses = await inTransaction(server.db, null, async (transaction) => {
      await sql`select from users where id = ${ann._id} for update`.execute(transaction);
      return Promise.all([
        server.status(endpoints.reassignProperties, buildReassignment(outsider, [home], outsider)),
        server.status(endpoints.reassignProperties, buildReassignment(manager, [ownHome], ann)),
        server.status(endpoints.reassignProperties, buildReassignment(outsider, ['999999'], ann)),
        server.status(endpoints.assignInquiry, buildAssignment(outsider, inquiry, ann)),
        server.status(endpoints.assignInquiry, buildAssignment(manager, ownInquiry, ann)),
        server.status(endpoints.setOfficeMember, {
          as: outsider,
          params: { id: office._id, userId: ann._id },
          body: { role: 'member' },
        }),
      ]);
    });
    expect(statuses).toEqual([403, 403, 404, 404, 403, 403]);
  });

  test('rejects unknown listings, accounts that are not agents, and invalid requests', async () => {
    const ann = await addAgent();
    const home = await server.addProperty(ann);
    const { admin, user } = people;
    const unknownListing = buildReassignment(admin, [home, '999999'], people.agent);
    expect(await server.status(endpoints.reassignProperties, unknownListing)).toBe(404);
    const paths = async (body: unknown) =>
      (await server.error(endpoints.reassignProperties, { as: admin, body })).errors?.map(
        ({ path }) => path,
      );
    expect(await paths(buildReassignment(admin, [home], user).body)).toEqual(['agentId']);
    expect(await paths({ propertyIds: [home], agentId: '999999', withInquiries: true })).toEqual([
      'agentId',
    ]);
    expect(await paths({})).toEqual(['propertyIds', 'agentId', 'withInquiries']);
    const manyIds = Array.from({ length: 1_001 }, (_, index) => String(index + 1));
    expect(await paths({ propertyIds: manyIds, agentId: ann._id, withInquiries: true })).toEqual([
      'propertyIds',
    ]);
    expect(await readAgentId(home)).toBe(ann._id);
  });

  test('moves a thousand listings with their inquiries and tours', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const first = await server.addProperty(ann);
    await sql`
      insert into properties (agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status)
      select agent_id, title, description, price, address, city, state, zip_code, latitude, longitude,
        bedrooms, bathrooms, sqft, property_type, status
      from properties cross join generate_series(2, 1000) where id = ${first}`.execute(server.db);
    const { rows } = await sql<{ id: string }>`
      select id from properties where agent_id = ${ann._id}`.execute(server.db);
    const ids = rows.map(({ id }) => id);
    await addInquiry(first, ann);
    await addTour(first, ann, 24);
    await sql`
      insert into inquiries (property_id, property_title, property_price, agent_id, name, email, created_at, last_message_at)
      select p.id, p.title, 1, p.agent_id, 'V', 'v@example.org', now(), now() from properties p
      where p.agent_id = ${ann._id} and p.id <> ${first}`.execute(server.db);
    await sql`
      insert into tours (property_id, property_title, property_price, property_address, agent_id, name, email, start_at,
        end_at, time_zone, status, is_in_calendars)
      select p.id, p.title, 1, p.address, p.agent_id, 'V', 'v@example.org',
        ${server.clock.now()}::timestamptz + (row_number() over () + 48) * interval '1 hour',
        ${server.clock.now()}::timestamptz + (row_number() over () + 48) * interval '1 hour' + interval '30 minutes', 'UTC', 'booked', true
      from properties p where p.agent_id = ${ann._id} and p.id <> ${first}`.execute(server.db);
    await expectRolledBack(ids, ann, bob);
    const start = performance.now();
    const result = await server.ok(
      endpoints.reassignProperties,
      buildReassignment(people.admin, ids, bob),
    );
    // The limit applies only on an idle machine.
    if (IS_FULL_RUN) expect(performance.now() - start).toBeLessThan(2_000);
    expect(result).toEqual({ properties: 1_000, inquiries: 1_000, tours: 1_000 });
    expect((await server.ok(endpoints.getAgent, { params: { id: bob._id } })).propertyCount).toBe(
      1_000,
    );
  });
});

/** Kills the connection while it waits for a lock on tours and checks that nothing was moved. */
async function expectRolledBack(ids: string[], from: TestUser, to: TestUser): Promise<void> {
  const blocker = await server.db.startTransaction().execute();
  await sql`select from tours where agent_id = ${from._id} for update`.execute(blocker);
  const response = server.status(
    endpoints.reassignProperties,
    buildReassignment(people.admin, ids, to),
  );
  const terminateWaitingBackend = async () =>
    (
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    ).rows.length;
  await expect.poll(terminateWaitingBackend).toBe(1);
  expect(await response).toBeGreaterThanOrEqual(500);
  await blocker.rollback().execute();
  for (const table of ['properties', 'inquiries', 'tours'] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from ${sql.table(table)} where agent_id = ${from._id}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ count: 1_000 }]);
  }
  expect(await server.ok(endpoints.listNotifications, { as: to })).toEqual([]);
}

describe('POST /inquiries/:id/assign', () => {
  test('lets admins, and managers within their office, assign a conversation', async () => {
    const office = await addOffice(server, 'Assigning Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const [ann, bob] = [await addOfficeAgent(server, office), await addOfficeAgent(server, office)];
    const outsider = await addAgent();
    const otherManager = await addOfficeAgent(
      server,
      await addOffice(server, 'Other Homes'),
      'manager',
    );
    const sender = await server.addUser();
    const home = await server.addProperty(ann);
    const id = await addInquiry(home, ann, { sender_id: sender._id });
    const { assignInquiry } = endpoints;
    await server.expectGuarded(assignInquiry, people, buildAssignment(ann, id, bob));
    expect(await server.status(assignInquiry, buildAssignment(ann, id, bob))).toBe(403);
    for (const as of [bob, otherManager, outsider])
      expect(await server.status(assignInquiry, buildAssignment(as, id, bob))).toBe(404);
    expect(await server.status(assignInquiry, buildAssignment(manager, id, outsider))).toBe(403);
    expect(await server.status(assignInquiry, buildAssignment(manager, id, sender))).toBe(400);
    const record = await server.ok(assignInquiry, buildAssignment(manager, id, bob));
    expect(record.agent._id).toBe(bob._id);
    const read = (as: TestUser) => server.status(endpoints.getInquiry, { as, params: { id } });
    expect(await read(ann)).toBe(404);
    for (const as of [bob, manager]) expect(await read(as)).toBe(200);
    const inquiry = await server.ok(endpoints.getInquiry, { as: sender, params: { id } });
    expect(inquiry.agent).toEqual({ _id: bob._id, name: bob.name });
    expect(await readAgentId(home)).toBe(ann._id);
    // A new message from the sender stays with the new agent.
    await server.ok(endpoints.ask, {
      as: sender,
      params: { id: home },
      body: { message: 'Is it still available?' },
    });
    expect(await readAgentIds('inquiries', [id])).toEqual([bob._id]);
    await server.ok(assignInquiry, buildAssignment(people.admin, id, outsider));
    expect(await read(manager)).toBe(404);
    const [entry] = await server.ok(endpoints.listAudit, { as: people.admin });
    expect(entry).toMatchObject({
      action: 'inquiry.assigned',
      entity: { _id: id },
      changes: { agent: [bob._id, outsider._id] },
    });
    expect(await server.status(assignInquiry, buildAssignment(people.admin, '999999', bob))).toBe(
      404,
    );
  });

  test('rejects a manager who asked the question', async () => {
    const office = await addOffice(server, 'Asking Homes');
    const manager = await addOfficeAgent(server, office, 'manager');
    const ann = await addOfficeAgent(server, office);
    const id = await addInquiry(await server.addProperty(ann), ann, { sender_id: manager._id });
    expect(await server.status(endpoints.assignInquiry, buildAssignment(manager, id, ann))).toBe(
      403,
    );
  });

  test('never assigns an inquiry to its sender', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const id = await addInquiry(await server.addProperty(ann), ann, { sender_id: bob._id });
    expect(
      await server.status(endpoints.assignInquiry, buildAssignment(people.admin, id, bob)),
    ).toBe(409);
  });
});

describe('DELETE /users/:id with reassignTo', () => {
  const buildDeletion = (agent: TestUser, reassignTo: string) => ({
    as: people.admin,
    params: { id: agent._id },
    query: { reassignTo },
  });

  test('moves listings, inquiries, and upcoming tours before deleting the account', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    const openInquiry = await addInquiry(home, ann);
    const closedInquiry = await addInquiry(home, ann, { stage: 'closed' });
    const tour = await addTour(home, ann, 24);
    await server.ok(endpoints.deleteUser, buildDeletion(ann, bob._id));
    expect(await readAgentId(home)).toBe(bob._id);
    expect(await readAgentIds('inquiries', [openInquiry, closedInquiry])).toEqual([
      bob._id,
      bob._id,
    ]);
    expect(await readAgentIds('tours', [tour])).toEqual([bob._id]);
    expect(await server.status(endpoints.getAgent, { params: { id: ann._id } })).toBe(404);
    const movedTour = await server.ok(endpoints.getTour, { as: bob, params: { id: tour } });
    expect(movedTour.status).toBe('booked');
  });

  test('deletes nothing if tours overlap or `reassignTo` is not another agent', async () => {
    const [ann, bob] = [await addAgent(), await addAgent()];
    const home = await server.addProperty(ann);
    await addTour(home, ann, 24);
    const bobsTour = await addTour(await server.addProperty(bob), bob, 24);
    const error = await server.error(endpoints.deleteUser, buildDeletion(ann, bob._id));
    expect(error.status).toBe(409);
    expect(error.conflicts).toHaveLength(1);
    for (const to of [people.user._id, '999999', ann._id, 'x'])
      expect(await server.status(endpoints.deleteUser, buildDeletion(ann, to))).toBe(400);
    expect(await readAgentId(home)).toBe(ann._id);
    expect(await readAgentIds('tours', [bobsTour])).toEqual([bob._id]);
  });
});
