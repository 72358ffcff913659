/** Fixtures of the tests over every screen: a warm page, and the accounts and listings that the screens show. */

import {
  addressOf,
  expect,
  expectNoComplaints,
  test as base,
  type Fixtures,
} from '../support/fixtures.ts';
import { useWarmPage } from './warm-page.ts';
import { makeWorld, type World } from './world.ts';

export { expect };

export const test = base.extend<Fixtures, { world: World }>({
  world: [
    async ({ site }, use) => use(await makeWorld(site.url)),
    { scope: 'worker', timeout: 300_000 },
  ],
  page: async ({ browser, site, complaints, expectedComplaints }, use, info) => {
    await useWarmPage({ browser, site: site.url, complaints }, addressOf(info.testId), use);
    expectNoComplaints(complaints, expectedComplaints);
  },
});
