/** Fixtures of the tests over every screen: a warm page, and the world that the screens show. */

import { addressOf, expect, expectNoComplaints, test as base } from '../support/fixtures.ts';
import { useWarmPage } from './warm-page.ts';
import { makeWorld, type World } from './world.ts';

export { expect };

/** Once for each process. A worker-scoped fixture would make Playwright start other workers for these files. */
let world: Promise<World> | undefined;

export const test = base.extend<{ world: World }>({
  world: async ({ site }, use) => {
    world ??= makeWorld(site.url);
    await use(await world);
  },
  page: async ({ browser, site, complaints, expectedComplaints }, use, info) => {
    await useWarmPage({ browser, site: site.url, complaints }, addressOf(info.testId), use);
    expectNoComplaints(complaints, expectedComplaints);
  },
});
