/** Fuzzes every endpoint with hostile values by callers of every role. */

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import { fuzzRequest } from './fuzz-requests.ts';
import { announce, BATCH, FUZZ_REQUESTS, FUZZ_SEED } from './fuzz-settings.ts';
import { type FuzzWorld, startFuzzWorld, stateOf } from './fuzz-world.ts';

/** All except the event stream, which does not end. */
const NAMES = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'streamEvents');
const UPLOADS = NAMES.filter((name) => 'files' in endpoints[name]);
const OTHERS = NAMES.filter((name) => !UPLOADS.includes(name));

/** Endpoints without input. */
const WITHOUT_INPUT = new Set<EndpointName>([
  'health',
  'getSite',
  'getPrivacy',
  'getTerms',
  'getPublicSettings',
  'listLargestPlaces',
]);

/** Further requests to an endpoint that has not yet both succeeded and refused. */
const MAX_MORE = 2_000;

/** Shares of all requests; raw-requests.test.ts uses the rest. */
const SHARES = { calls: 0.7, uploads: 0.12, refused: 0.02 };

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
  await world.deliverMails();
  return () => world.server.close();
});

/** The duration depends on FUZZ_REQUESTS. */
const TIMEOUT_MS = 600_000 + FUZZ_REQUESTS * 20;

async function fuzz(names: EndpointName[], share: number, salt: number): Promise<void> {
  const numRuns = Math.ceil((FUZZ_REQUESTS * share) / BATCH);
  announce(names === UPLOADS ? 'uploads' : 'calls', numRuns * BATCH);
  const batch = fc.array(fuzzRequest(names), { minLength: BATCH, maxLength: BATCH });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      await Promise.all(requests.map(world.send));
    }),
    { seed: FUZZ_SEED + salt, numRuns },
  );
}

describe('hostile values', () => {
  test(
    'in requests get sound responses',
    async () => {
      await fuzz(OTHERS, SHARES.calls, 0);
      expect(world.seen.count).toBeGreaterThanOrEqual(FUZZ_REQUESTS * SHARES.calls);
    },
    TIMEOUT_MS,
  );

  test(
    'in forms with files get sound responses',
    async () => {
      const before = world.seen.count;
      await fuzz(UPLOADS, SHARES.uploads, 1);
      expect(world.seen.count - before).toBeGreaterThanOrEqual(FUZZ_REQUESTS * SHARES.uploads);
    },
    TIMEOUT_MS,
  );

  test(
    'change nothing if refused',
    async () => {
      const numRuns = Math.ceil(FUZZ_REQUESTS * SHARES.refused);
      announce('refused requests', numRuns);
      let refusedCount = 0;
      const changing = NAMES.filter((name) => endpoints[name].method !== 'GET');
      await fc.assert(
        fc.asyncProperty(fuzzRequest(changing), async (request) => {
          const before = await stateOf(world);
          const { status } = await world.send(request);
          if (status < 400) return;
          refusedCount += 1;
          expect(await stateOf(world)).toEqual(before);
        }),
        { seed: FUZZ_SEED + 2, numRuns },
      );
      expect(refusedCount).toBeGreaterThan(numRuns / 2);
    },
    TIMEOUT_MS,
  );

  test('leave no passwords or tokens in the log', () => {
    expect(world.badLines).toEqual([]);
  });

  /**
   * Endpoints that need records or tokens missing from the fuzzed world, or exact input that chance rarely produces:
   * only their refusals are fuzzed; their own tests cover success.
   */
  const HARDLY_EVER_SUCCEED = new Set<EndpointName>([
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

  const reached = (name: EndpointName) => {
    const statuses = [...(world.seen.statuses.get(name) ?? [])];
    return {
      name,
      succeeded: statuses.includes(endpoints[name].status) || HARDLY_EVER_SUCCEED.has(name),
      refused: statuses.some((status) => status >= 400) || WITHOUT_INPUT.has(name),
    };
  };
  const isUntouched = ({ succeeded, refused }: ReturnType<typeof reached>) =>
    !succeeded || !refused;

  test(
    'reached and were refused by every endpoint',
    async () => {
      // Chance may miss an endpoint or two: those get further requests until they are reached. A
      // password reset link works once, until a request creates another.
      await world.deliverMails();
      for (const name of NAMES.filter((each) => isUntouched(reached(each)))) {
        const requests = fc.sample(fuzzRequest([name]), { seed: FUZZ_SEED, numRuns: MAX_MORE });
        while (requests.length > 0 && isUntouched(reached(name)))
          await Promise.all(requests.splice(0, BATCH).map(world.send));
      }
      expect(NAMES.map(reached).filter(isUntouched)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
