/** What the end-to-end tests over every screen get: the usual page, and the world that the screens show. */

import { expect, test as base } from '../fixtures.ts';
import { makeWorld, type World } from './world.ts';

export { expect };

/** Once for each process. A worker-scoped fixture would make Playwright start other workers for these files. */
let world: Promise<World> | undefined;

export const test = base.extend<{ world: World }>({
  world: async ({ site }, use) => {
    world ??= makeWorld(site.url);
    await use(await world);
  },
});
