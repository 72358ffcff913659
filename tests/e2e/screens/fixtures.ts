/** What the end-to-end tests over every screen get: the usual page, and the world that the screens show. */

import { expect, test as base } from '../fixtures.ts';
import { makeWorld, type World } from './world.ts';

export { expect };

/** Of this process: as a fixture of a worker’s own it would have another process started for these files. */
let made: Promise<World> | undefined;

/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from this pattern. */
export const test = base.extend<{ world: World }>({
  world: async ({}, use, { workerIndex }) => {
    made ??= makeWorld(process.env['E2E_URL'] ?? '', `10.99.0.${workerIndex % 256}`);
    await use(await made);
  },
});
