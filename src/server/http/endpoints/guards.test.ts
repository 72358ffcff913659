import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import type { Role } from '#shared/schemas/user.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';

let server: TestApp;
let people: Record<Role, TestUser>;
beforeAll(async () => {
  server = await startTestApp();
  people = await server.addPeople();
  return () => server.close();
});

const guardedEndpoints = Object.values<Endpoint>(endpoints).filter(
  ({ access }) => access !== 'public',
);

describe('endpoints reject callers that the endpoint table does not allow', () => {
  test.each(
    guardedEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s', async (_name, endpoint) => {
    // The guard runs first: the record does not exist, and the body is missing.
    await server.expectGuarded(endpoint, people, { params: { id: '1' } });
  });

  test('only these endpoints are public', () => {
    const publicEndpoints = Object.entries<Endpoint>(endpoints).filter(
      ([, { access }]) => access === 'public',
    );
    // Some, such as those for inquiries, tours, alerts, and invitations, require a link token instead of an account.
    expect(publicEndpoints.map(([name]) => name)).toEqual([
      'login',
      'register',
      'forgotPassword',
      'resetPassword',
      'getPasskeySignInOptions',
      'signInWithPasskey',
      'listProperties',
      'getPropertyMap',
      'listMapPlaces',
      'listPropertiesByIds',
      'getProperty',
      'getPropertyHistory',
      'getBrochure',
      'listSimilarProperties',
      'listPlaces',
      'listLargestPlaces',
      'getCity',
      'getZip',
      'countView',
      'listAgents',
      'getAgent',
      'listOffices',
      'getOffice',
      'getInvitation',
      'acceptInvitation',
      'sendMessage',
      'ask',
      'getInquiry',
      'answerInquiry',
      'readInquiry',
      'reportProperty',
      'listTourSlots',
      'bookTour',
      'getTour',
      'getTourCalendar',
      'changeTour',
      'listOpenHouses',
      'getOpenHouseCalendar',
      'getOpenHouseFeed',
      'createAlert',
      'getAlertToConfirm',
      'confirmAlert',
      'getAlert',
      'changeAlert',
      'deleteAlert',
      'unsubscribe',
      'getFeed',
      'getEmbed',
      'getSharedShortlist',
      'getSite',
      'getPrivacy',
      'getTerms',
      'health',
      'getPublicSettings',
    ]);
  });
});
