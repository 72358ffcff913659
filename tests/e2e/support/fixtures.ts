/**
 * Fixtures of every end-to-end test: a page whose console errors and warnings, exceptions, failed
 * requests, and requests to other sites fail the test.
 */

import AxeBuilder from '@axe-core/playwright';
import {
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test';
import { type SiteServer, withSiteServer } from './site-server.ts';

/** Fixtures of a worker process. */
export type WorkerFixtures = {
  /**
   * The worker's own site with demo data. A worker that restarts after a failed test gets a new
   * one.
   */
  site: SiteServer;
};

export type Fixtures = {
  /** Substrings of the errors that a test expects; any other error fails it. */
  expectedErrors: string[];
  /** Console errors and warnings, exceptions, failed requests, and requests to other sites. */
  pageErrors: string[];
};

/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from this pattern. */

/** The worker's site. A file that extends `test` with it again gets separate workers and sites. */
export const workerSite: [
  (fixtures: object, use: (site: SiteServer) => Promise<void>) => Promise<void>,
  { scope: 'worker'; auto: true; timeout: number },
] = [
  async ({}, use) => {
    await withSiteServer(async (site) => {
      // Helpers that are called without fixtures read these variables.
      process.env['E2E_DATABASE_URL'] = site.databaseUrl;
      process.env['E2E_DATA_DIR'] = site.dataDir;
      await use(site);
    });
  },
  { scope: 'worker', auto: true, timeout: 300_000 },
];

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: workerSite,
  baseURL: async ({ site }, use) => use(site.url),
  extraHTTPHeaders: async ({}, use, info) => {
    await use({ 'x-forwarded-for': ipAddressOf(info.testId) });
  },
  expectedErrors: async ({}, use) => use([]),
  pageErrors: async ({}, use) => use([]),
  page: async ({ page, baseURL, javaScriptEnabled, pageErrors, expectedErrors }, use) => {
    recordErrors(page, baseURL ?? '', pageErrors);
    // The browser reports blocked scripts.
    if (!javaScriptEnabled) expectedErrors.push('.js csp');
    await use(page);
    expectNoUnexpectedErrors(pageErrors, expectedErrors);
  },
});

export { expect };

export function expectNoUnexpectedErrors(
  pageErrors: readonly string[],
  expected: readonly string[],
) {
  const unexpectedErrors = pageErrors.filter(
    (error) => !expected.some((part) => error.includes(part)),
  );
  expect(unexpectedErrors, 'console messages, failed or outside requests').toEqual([]);
}

/** Derives an IP address from a test's ID so that rate limits do not add up across tests. */
export function ipAddressOf(testId: string): string {
  let hash = 0;
  for (const letter of testId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}

/**
 * Adds a page's console errors and warnings, exceptions, failed requests, and requests to other
 * sites, which are unreachable (playwright.config.ts), to `pageErrors`.
 *
 * @returns a function that stops recording
 */
export function recordErrors(page: Page, site: string, pageErrors: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    // Logged because the tests disable the service worker.
    if (message.text().includes('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type()))
      pageErrors.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => pageErrors.push(`error: ${error.message}`);
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') pageErrors.push(`failed: ${request.url()} ${reason}`);
  };
  const onRequest = (request: Request) => {
    const { href, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !href.startsWith(site)) pageErrors.push(`outside: ${href}`);
  };
  page.on('console', onConsole);
  page.on('pageerror', onError);
  page.on('requestfailed', onFailure);
  page.on('request', onRequest);
  return () => {
    page.off('console', onConsole);
    page.off('pageerror', onError);
    page.off('requestfailed', onFailure);
    page.off('request', onRequest);
  };
}

/** All animations are shorter; the limit is for pending ones, which also count as running. */
const MAX_ANIMATIONS_MS = 2_000;

/** Waits until all finite animations and transitions have ended and are painted. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (max) => {
    // Animations start with the next frame, and end one frame later.
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const finiteAnimations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([
      Promise.allSettled(finiteAnimations.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, max)),
    ]);
    await frame();
    await frame();
  }, MAX_ANIMATIONS_MS);
}

/** Expects that axe finds no violations of WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is undefined during a fade.
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // Runs axe in the page itself: there are no iframes, and axe's separate results page takes longer
    // than the rest.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(findings).toEqual([]);
}

/** Waits until the page is hydrated; an expectation would poll only every half second. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    // A new document does not have this element yet.
    () => document.querySelector('html')?.dataset['hydrated'] === 'true',
    undefined,
    { polling: 30 },
  );
}

/**
 * Sets the timestamp of all events to the same value so that two-key shortcuts such as `g i` work
 * even if the second key is delayed. Call it before opening the page.
 */
export async function freezeEventTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 300 });
  });
}

/**
 * Taps until the tap has an effect. On a busy machine, the browser may treat a tap as a long press,
 * which does nothing.
 *
 * @param tap taps; waits at most `TAP_MS` for its target, which an earlier tap may have removed
 * @param expectEffect expects the effect within `TAP_MS`
 */
export async function expectTap(
  tap: () => Promise<void>,
  expectEffect: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await tap().catch(() => undefined);
    await expectEffect();
  }).toPass();
}

/** The timeout for a tap's effect before the next one, in milliseconds. */
export const TAP_MS = 5_000;
