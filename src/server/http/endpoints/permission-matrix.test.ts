/** Checks the permission table against the server, for guarded endpoints and every caller. */

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOffice, addOfficeAgent } from '#server/features/offices/office.fixture.ts';
import { createNoise } from '#server/storage/image.fixture.ts';
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
  GUARDED_ENDPOINTS,
  canCall,
} from './permission-matrix.fixture.ts';
import { findValidBody, findValidForm } from './valid-bodies.fixture.ts';

const HOUR_MS = 3_600_000;

let server: TestApp;
let people: Record<Exclude<Caller, 'visitor'>, TestUser>;
let office: { _id: string };
let picture: Buffer;
beforeAll(async () => {
  picture = await createNoise(60, 40).jpeg().toBuffer();
  server = await startTestApp();
  office = await addOffice(server, 'Matrix Homes');
  const other = await addOffice(server, 'Other Homes');
  const formerMember = await addOfficeAgent(server, office);
  await server.ok(endpoints.removeOfficeMember, {
    as: formerMember,
    params: { id: office._id, userId: formerMember._id },
  });
  people = {
    user: await server.addUser(),
    'another agent': await server.addUser({ role: 'agent' }),
    'assigned agent': await addOfficeAgent(server, office),
    'member of the office': await addOfficeAgent(server, office),
    'manager of the office': await addOfficeAgent(server, office, 'manager'),
    'manager of another office': await addOfficeAgent(server, other, 'manager'),
    'former member': formerMember,
    admin: await server.addUser({ role: 'admin' }),
  };
  return () => server.close();
});

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS);

/**
 * Adds a listing, an inquiry, a tour, and an open house for the 'assigned agent', who is added to the office again if an
 * earlier request removed the membership. Returns the IDs of the records by path prefix.
 */
async function addRecords(): Promise<Record<string, string>> {
  const owner = people['assigned agent'];
  await sql`insert into office_members (user_id, office_id, role, joined_at)
    values (${owner._id}, ${office._id}, 'member', ${server.clock.now()})
    on conflict (user_id) do nothing`.execute(server.db);
  const home = await server.addProperty(owner);
  const timestamps = { created_at: server.clock.now() };
  const listing = { property_id: home, property_title: 'A home', property_price: 1 };
  const sender = { agent_id: owner._id, name: 'Vera Visitor', email: 'vera@example.org' };
  const inquiry = await server.db
    .insertInto('inquiries')
    .values({ ...listing, ...sender, ...timestamps, last_message_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  // At different times because an agent's tours cannot overlap.
  tourCount += 1;
  const tour = await server.db
    .insertInto('tours')
    .values({
      ...listing,
      ...sender,
      property_address: '1 Main St',
      start_at: inHours(100 + tourCount * 2),
      end_at: inHours(101 + tourCount * 2),
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
let tourCount = 0;

/**
 * Returns whether the server allows the caller's request; 404 for a hidden record counts as a
 * rejection.
 */
async function isAdmitted(name: EndpointName, caller: Caller): Promise<boolean> {
  const endpoint: Endpoint = endpoints[name];
  const usesRecord = dependsOnRecord(name);
  const records = usesRecord ? await addRecords() : {};
  const kind = /^\/([\w-]+)/.exec(endpoint.path)?.[1] ?? '';
  const targets = {
    records,
    agentId: people['manager of the office']._id,
    inHours: (hours: number) => inHours(hours).toISOString(),
    picture,
  };
  const body = usesRecord ? findValidBody(name, targets) : undefined;
  const form = usesRecord ? findValidForm(name, targets) : undefined;
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
  // A bulk change reports the result of each record.
  if (name === 'changeProperties' && caller !== 'visitor' && caller !== 'user')
    return (await server.ok(endpoints.changeProperties, options)).done.length === 1;
  const status = await server.status(endpoint, options);
  // Without a record, 404 means that the role is sufficient.
  const isHidden = status === 404 && usesRecord && name !== 'deleteOfficeInvitation';
  return !(status === 401 || status === 403 || isHidden);
}

/** Endpoints that end the sessions needed by other calls, or whose response never ends. */
const UNTESTED_ENDPOINTS = new Set<EndpointName>(['logout', 'endOtherSessions', 'streamEvents']);

describe.each(CALLER_NAMES)('%s', (caller) => {
  test('can use exactly the endpoints that the table allows', async () => {
    const expected: Record<string, boolean> = {};
    const actual: Record<string, boolean> = {};
    for (const name of GUARDED_ENDPOINTS.filter(
      (endpointName) => !UNTESTED_ENDPOINTS.has(endpointName),
    )) {
      expected[name] = canCall(name, caller);
      actual[name] = await isAdmitted(name, caller);
    }
    expect(actual).toEqual(expected);
  });
});

test.each([...UNTESTED_ENDPOINTS])('the table denies only visitors access to %s', (name) => {
  expect(CALLER_NAMES.filter((caller) => !canCall(name, caller))).toEqual(['visitor']);
});
