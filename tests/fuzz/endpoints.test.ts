/** Fuzzes every endpoint except the event stream with hostile values, as callers of every role. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import { fuzzRequest } from './fuzz-requests.ts';
import { logFuzzRun, BATCH_SIZE, FUZZ_REQUESTS, FUZZ_SEED } from './fuzz-settings.ts';
import { type FuzzWorld, startFuzzWorld, readState } from './fuzz-world.ts';

/** All except the event stream, which never ends. */
const ENDPOINT_NAMES = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => name !== 'streamEvents',
);
const UPLOAD_ENDPOINTS = ENDPOINT_NAMES.filter((name) => 'files' in endpoints[name]);
const OTHER_ENDPOINTS = ENDPOINT_NAMES.filter((name) => !UPLOAD_ENDPOINTS.includes(name));

/** Endpoints without input, whose requests may all succeed. */
const ENDPOINTS_WITHOUT_INPUT = new Set<EndpointName>([
  'health',
  'getSite',
  'getPrivacy',
  'getTerms',
  'getPublicSettings',
  'listLargestPlaces',
]);

/** The maximum number of extra requests to get both an accepted and a rejected request for an endpoint. */
const MAX_EXTRA_REQUESTS = 2_000;

/** Shares of the total number of requests; pages.test.ts and raw-requests.test.ts use the rest. */
const REQUEST_SHARES = { calls: 0.7, uploads: 0.12, rejected: 0.02 };

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
  await world.deliverEmails();
  return () => world.server.close();
});

/** The duration depends on FUZZ_REQUESTS. */
const TIMEOUT_MS = 600_000 + FUZZ_REQUESTS * 20;

async function fuzz(names: EndpointName[], share: number, salt: number): Promise<void> {
  const numRuns = Math.ceil((FUZZ_REQUESTS * share) / BATCH_SIZE);
  logFuzzRun(names === UPLOAD_ENDPOINTS ? 'uploads' : 'calls', numRuns * BATCH_SIZE);
  const batch = fc.array(fuzzRequest(names), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(world.send));
    }),
    { seed: FUZZ_SEED + salt, numRuns },
  );
}

describe('requests with hostile values', () => {
  test(
    'get valid responses if they contain no files',
    async () => {
      await fuzz(OTHER_ENDPOINTS, REQUEST_SHARES.calls, 0);
      expect(world.stats.count).toBeGreaterThanOrEqual(FUZZ_REQUESTS * REQUEST_SHARES.calls);
    },
    TIMEOUT_MS,
  );

  test(
    'get valid responses if they contain files',
    async () => {
      const before = world.stats.count;
      await fuzz(UPLOAD_ENDPOINTS, REQUEST_SHARES.uploads, 1);
      expect(world.stats.count - before).toBeGreaterThanOrEqual(
        FUZZ_REQUESTS * REQUEST_SHARES.uploads,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'change nothing if they are rejected',
    async () => {
      const numRuns = Math.ceil(FUZZ_REQUESTS * REQUEST_SHARES.rejected);
      logFuzzRun('rejected requests', numRuns);
      let rejectedCount = 0;
      const changeEndpoints = ENDPOINT_NAMES.filter((name) => endpoints[name].method !== 'GET');
      await fc.assert(
        fc.asyncProperty(fuzzRequest(changeEndpoints), async (request) => {
          const before = await readState(world);
          const { status } = await world.send(request);
          if (status < 400) return;
          rejectedCount += 1;
          expect(await readState(world)).toEqual(before);
        }),
        { seed: FUZZ_SEED + 2, numRuns },
      );
      expect(rejectedCount).toBeGreaterThan(numRuns / 2);
    },
    TIMEOUT_MS,
  );

  test('leave no passwords or tokens in the log', () => {
    expect(world.linesWithSecrets).toEqual([]);
  });

  /**
   * Endpoints that need records or tokens that the fuzz world lacks, or exact input that random requests rarely
   * contain. This test requires only failures from them; their own tests cover success.
   */
  const RARELY_SUCCESSFUL_ENDPOINTS = new Set<EndpointName>([
    'getPropertyMap',
    'listMapPlaces',
    'listPropertiesByIds',
    'answerInquiry',
    'changePrice',
    'setTourHours',
    'bookTour',
    'getTour',
    'getTourCalendar',
    'changeTour',
    'addOpenHouse',
    'createSavedSearch',
    'getSavedSearch',
    'changeSavedSearch',
    'deleteSavedSearch',
    'markSavedSearchSeen',
    'createAlert',
    'getAlertToConfirm',
    'confirmAlert',
    'getAlert',
    'changeAlert',
    'deleteAlert',
    'unsubscribe',
    'saveFavorite',
    'mergeFavorites',
    'createShortlist',
    'getShortlist',
    'listShortlistComments',
    'renameShortlist',
    'deleteShortlist',
    'addShortlistHome',
    'removeShortlistHome',
    'voteOnShortlistHome',
    'commentOnShortlistHome',
    'deleteShortlistComment',
    'createShortlistLink',
    'deleteShortlistLink',
    'joinShortlist',
    'removeShortlistMember',
    'getSharedShortlist',
    'signInWithPasskey',
    'addPasskey',
    'removePasskey',
    'endSession',
    'confirmTwoFactor',
    'replaceRecoveryCodes',
    'removeTwoFactor',
    'removeTwoFactorOf',
    'reassignProperties',
    'decideAgentRequest',
    'setOfficeMember',
    'removeOfficeMember',
    'assignInquiry',
    'cancelImport',
    'removeDemo',
    'replaceLicenses',
    'decideReview',
    'createInvitation',
    'deleteInvitation',
    'createOfficeInvitation',
    'deleteOfficeInvitation',
    'getInvitation',
    'acceptInvitation',
    'createWebhook',
    'changeWebhook',
    'deleteWebhook',
    'rotateWebhook',
    'testWebhook',
    'listDeliveries',
    'redeliver',
    'createDataSource',
    'changeDataSource',
    'deleteDataSource',
    'testDataSource',
    'listSourceRuns',
    'startSourceRun',
    'cancelSourceRun',
    'listSourceRunRows',
  ]);

  const coverageOf = (name: EndpointName) => {
    const statuses = [...(world.stats.statuses.get(name) ?? [])];
    return {
      name,
      succeeded: statuses.includes(endpoints[name].status) || RARELY_SUCCESSFUL_ENDPOINTS.has(name),
      failed: statuses.some((status) => status >= 400) || ENDPOINTS_WITHOUT_INPUT.has(name),
    };
  };
  const isIncomplete = ({ succeeded, failed }: ReturnType<typeof coverageOf>) =>
    !succeeded || !failed;

  test(
    'succeed and fail at least once on every endpoint',
    async () => {
      // Random requests can miss a few endpoints, which now get more requests. A password reset link
      // works only once, so a new one is requested.
      await world.deliverEmails();
      for (const name of ENDPOINT_NAMES.filter((endpoint) => isIncomplete(coverageOf(endpoint)))) {
        const requests = fc.sample(fuzzRequest([name]), {
          seed: FUZZ_SEED,
          numRuns: MAX_EXTRA_REQUESTS,
        });
        while (requests.length > 0 && isIncomplete(coverageOf(name)))
          await Promise.all(requests.splice(0, BATCH_SIZE).map(world.send));
      }
      expect(ENDPOINT_NAMES.map(coverageOf).filter(isIncomplete)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
