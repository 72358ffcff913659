/**
 * Fixtures for the tests of every screen: a page with a warm browser cache, and the accounts and
 * listings that the screens show.
 */

import {
  ipAddressOf,
  expect,
  expectNoUnexpectedErrors,
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
  page: async ({ browser, site, pageErrors, expectedErrors }, use, info) => {
    await useWarmPage({ browser, site: site.url, pageErrors }, ipAddressOf(info.testId), use);
    expectNoUnexpectedErrors(pageErrors, expectedErrors);
  },
});
