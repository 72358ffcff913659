/** Delays requests of a page, so that a test can act while a change is being saved. */

import type { Page } from '@playwright/test';

/** Holds requests to a path until the returned function is called. */
export async function holdRequests(
  page: Page,
  method: string,
  path: string,
): Promise<{ waitForRequest: () => Promise<unknown>; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    received.resolve();
    await released;
    return route.continue();
  });
  return { waitForRequest: async () => received.promise, release };
}
