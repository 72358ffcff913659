/** Checks the permission table against the server: every endpoint by every caller. */

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { noise } from '#server/storage/image.fixture.ts';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import {
  type CallOptions,
  startTestApp,
  type TestApp,
  type TestUser,
} from '#tests/helpers/test-app.ts';
import {
  type Caller,
  CALLER_NAMES,
  dependsOnRecord,
  GUARDED_CALLS,
  mayCall,
} from './permission-matrix.fixture.ts';
import { validBody, validForm } from './valid-bodies.fixture.ts';

const HOUR_MS = 3_600_000;

let server: TestApp;
let people: Record<Exclude<Caller, 'visitor'>, TestUser>;
let office: { _id: string };
let picture: Buffer;
beforeAll(async () => {
  picture = await noise(60, 40).jpeg().toBuffer();
  server = await startTestApp();
  office = await addOffice(server, 'Matrix Homes');
  const other = await addOffice(server, 'Other Homes');
  const former = await addOfficeAgent(server, office);
  await server.ok(endpoints.removeOfficeMember, {
    as: former,
    params: { id: office._id, userId: former._id },
  });
  people = {
    user: await server.addUser(),
    'another agent': await server.addUser({ role: 'agent' }),
    'its agent': await addOfficeAgent(server, office),
    'member of the office': await addOfficeAgent(server, office),
    'manager of the office': await addOfficeAgent(server, office, 'manager'),
    'manager of another office': await addOfficeAgent(server, other, 'manager'),
    'former member': former,
    admin: await server.addUser({ role: 'admin' }),
  };
  return () => server.close();
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS);

/** Adds a listing, an inquiry, a tour, and an open house of 'its agent', a member of the office. */
async function addRecords(): Promise<Record<string, string>> {
  const owner = people['its agent'];
  await sql`insert into office_members (user_id, office_id, role, joined_at)
    values (${owner._id}, ${office._id}, 'member', ${server.clock.now()})
    on conflict (user_id) do nothing`.execute(server.db);
  const home = await server.addProperty(owner);
  const at = { created_at: server.clock.now() };
  const about = { property_id: home, property_title: 'A home', property_price: 1 };
  const sender = { agent_id: owner._id, name: 'Vera Visitor', email: 'vera@example.org' };
  const inquiry = await server.db
    .insertInto('inquiries')
    .values({ ...about, ...sender, ...at, last_message_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Some days apart: an agent gives one tour at a time.
  tours += 1;
  const tour = await server.db
    .insertInto('tours')
    .values({
      ...about,
      ...sender,
      property_address: '1 Main St',
      start_at: inHours(100 + tours * 2),
      end_at: inHours(101 + tours * 2),
      time_zone: 'UTC',
      status: 'requested',
      is_in_calendars: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const openHouse = await server.db
    .insertInto('open_houses')
    .values({ property_id: home, start_at: inHours(10), end_at: inHours(12), time_zone: 'UTC' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    properties: home,
    inquiries: inquiry.id,
    tours: tour.id,
    'open-houses': openHouse.id,
    offices: office._id,
    users: owner._id,
  };
}
let tours = 0;

/** Returns whether the server allows it; a record hidden from the caller counts as refused. */
async function isAdmitted(name: EndpointName, caller: Caller): Promise<boolean> {
  const endpoint: Endpoint = endpoints[name];
  const isAbout = dependsOnRecord(name);
  const records = isAbout ? await addRecords() : {};
  const kind = /^\/([\w-]+)/.exec(endpoint.path)?.[1] ?? '';
  const targets = {
    records,
    agentId: people['manager of the office']._id,
    inHours: (hours: number) => inHours(hours).toISOString(),
    picture,
  };
  const body = isAbout ? validBody(name, targets) : undefined;
  const form = isAbout ? validForm(name, targets) : undefined;
  const options: CallOptions = {
    ...(caller === 'visitor' ? {} : { as: people[caller] }),
    params: {
      id: records[kind] ?? '999999999',
      userId: records['users'] ?? '999999999',
      propertyId: records['properties'] ?? '999999999',
      commentId: '999999999',
      invitationId: '999999999',
      deliveryId: '999999999',
      runId: '999999999',
      mode: 'edit',
    },
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form }),
  };
  // It reports the outcome for each record.
  if (name === 'changeProperties' && caller !== 'visitor' && caller !== 'user')
    return (await server.ok(endpoints.changeProperties, options)).done.length === 1;
  const status = await server.status(endpoint, options);
  // Without a record, 404 means that the role is sufficient.
  const isHidden = status === 404 && isAbout && name !== 'deleteOfficeInvitation';
  return !(status === 401 || status === 403 || isHidden);
}

/** They end the sessions that other calls need, or never end. */
const NOT_TRIED = new Set<EndpointName>(['logout', 'endOtherSessions', 'streamEvents']);

describe.each(CALLER_NAMES)('%s', (caller) => {
  test('may use exactly the endpoints that the table allows', async () => {
    const expected: Record<string, boolean> = {};
    const seen: Record<string, boolean> = {};
    for (const name of GUARDED_CALLS.filter((each) => !NOT_TRIED.has(each))) {
      expected[name] = mayCall(name, caller);
      seen[name] = await isAdmitted(name, caller);
    }
    expect(seen).toEqual(expected);
  });
});

test.each([...NOT_TRIED])('%s is for signed-in users', (name) => {
  expect(CALLER_NAMES.filter((caller) => !mayCall(name, caller))).toEqual(['visitor']);
});
