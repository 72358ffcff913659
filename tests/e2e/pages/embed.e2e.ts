/** Homes in a frame on another site (docs/product/feeds.md, Embedded homes). */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/fixtures.ts';

for (const width of [320, 1200]) {
  test(`homes fit into a frame on another site at ${width} pixels`, async ({
    page,
    site,
    expectedErrors,
  }) => {
    // The test opens a page of another site.
    expectedErrors.push('outside:');
    const frame = `<iframe title="Homes" src="${site.url}/embed?limit=4" width="${width}" height="600" style="border:0"></iframe>`;
    const otherSite = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Another site</title><body>${frame}</body>`,
      );
    });
    await new Promise<void>((resolve) => void otherSite.listen(0, 'localhost', resolve));
    try {
      await page.setViewportSize({ width: width + 40, height: 700 });
      await page.goto(`http://localhost:${(otherSite.address() as AddressInfo).port}/`);
      const homes = page.frameLocator('iframe').getByRole('listitem');
      await expect(homes).toHaveCount(4);
      await expect(homes.first().getByRole('heading')).toBeVisible();
      const embedded = page.frames().find((frame) => frame.url().includes('/embed'));
      expect(
        await embedded?.evaluate(() => ({
          overflowPx: document.documentElement.scrollWidth - innerWidth,
          cookies: document.cookie,
          scripts: document.scripts.length,
        })),
      ).toEqual({ overflowPx: 0, cookies: '', scripts: 0 });
      const openedPage = page.context().waitForEvent('page');
      await homes.first().getByRole('link').first().click();
      await expect(await openedPage).toHaveURL(/\/property\//);
    } finally {
      await new Promise((resolve) => otherSite.close(resolve));
    }
  });
}
