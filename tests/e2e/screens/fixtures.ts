/** What the end-to-end tests over every screen get: the usual page, and the world that the screens show. */

import { expect, test as base } from '../fixtures.ts';
import { makeWorld, type World } from './world.ts';

export { expect };

/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from this pattern. */
export const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use, { workerIndex }) => {
      await use(await makeWorld(process.env['E2E_URL'] ?? '', `10.99.0.${workerIndex % 256}`));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
