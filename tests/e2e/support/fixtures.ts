/** Fixtures of every end-to-end test: a page whose console messages and requests to other sites fail the test. */

import AxeBuilder from '@axe-core/playwright';
import {
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test';
import { type SiteServer, withSiteServer } from './site-server.ts';

/** One for each worker process. */
export type WorkerFixtures = {
  /**
   * The worker's own site with demo data. A worker that restarts after a failed test gets a new
   * one.
   */
  site: SiteServer;
};

export type Fixtures = {
  /** Expected console messages of the test, each as a part of its text; any others fail the test. */
  expectedComplaints: string[];
  complaints: string[];
};

/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from this pattern. */

/** The worker's site. A file that extends `test` with it again gets separate workers and sites. */
export const ownSite: [
  (fixtures: object, use: (site: SiteServer) => Promise<void>) => Promise<void>,
  { scope: 'worker'; auto: true; timeout: number },
] = [
  async ({}, use) => {
    await withSiteServer(async (site) => {
      // For helpers that are called without fixtures.
      process.env['E2E_DATABASE_URL'] = site.databaseUrl;
      process.env['E2E_DATA_DIR'] = site.dataDir;
      await use(site);
    });
  },
  { scope: 'worker', auto: true, timeout: 300_000 },
];

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: ownSite,
  baseURL: async ({ site }, use) => use(site.url),
  extraHTTPHeaders: async ({}, use, info) => {
    await use({ 'x-forwarded-for': addressOf(info.testId) });
  },
  expectedComplaints: async ({}, use) => use([]),
  complaints: async ({}, use) => use([]),
  page: async ({ page, baseURL, javaScriptEnabled, complaints, expectedComplaints }, use) => {
    watch(page, baseURL ?? '', complaints);
    // The browser's message for blocked scripts.
    if (!javaScriptEnabled) expectedComplaints.push('.js csp');
    await use(page);
    expectNoComplaints(complaints, expectedComplaints);
  },
});

export { expect };

export function expectNoComplaints(complaints: readonly string[], expected: readonly string[]) {
  const unexpected = complaints.filter(
    (complaint) => !expected.some((part) => complaint.includes(part)),
  );
  expect(unexpected, 'console messages, failed or outside requests').toEqual([]);
}

/** A separate IP address for the test. */
export function addressOf(testId: string): string {
  let hash = 0;
  for (const letter of testId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}

/**
 * Collects everything that a page logs. Requests to other sites find no host (playwright.config.ts)
 * and are reported.
 *
 * @returns stops collecting
 */
export function watch(page: Page, site: string, complaints: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    // How end-to-end tests disable the service worker.
    if (message.text().includes('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => complaints.push(`error: ${error.message}`);
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`);
  };
  const onRequest = (request: Request) => {
    const { href, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !href.startsWith(site)) complaints.push(`outside: ${href}`);
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

/** Longer animations do not exist, but pending ones also count as running. */
const MAX_ANIMATIONS_MS = 2_000;

/** Waits until all finite animations and transitions have ended and are painted. */
export async function afterAnimations(page: Page): Promise<void> {
  await page.evaluate(async (max) => {
    // Animations start with the next frame, and end one frame later.
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([
      Promise.allSettled(passing.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, max)),
    ]);
    await frame();
    await frame();
  }, MAX_ANIMATIONS_MS);
}

/** Expects that axe finds no violations of WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is undefined during a fade.
  await afterAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // Runs in the page itself: there are no frames, and axe's separate page for results takes
    // longer than the rest.
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
    // A new document has no element yet.
    () => document.querySelector('html')?.dataset['hydrated'] === 'true',
    undefined,
    { polling: 30 },
  );
}

/**
 * Freezes the clock of key sequences: the second key of a pair such as `g i` belongs to the first
 * one, however slow the machine is. Call it before opening the page.
 */
export async function stopKeyClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 300 });
  });
}

/**
 * Taps until the tap has an effect. On a stalled machine, the browser mistakes a tap for a long
 * press, which does nothing; users tap again.
 *
 * @param tap waits at most `TAP_MS` for its target, which an earlier tap may have removed
 * @param done expects the effect, within `TAP_MS`
 */
export async function expectTap(
  tap: () => Promise<void>,
  done: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await tap().catch(() => undefined);
    await done();
  }).toPass();
}

/** The timeout for a tap's effect before the next one, in milliseconds. */
export const TAP_MS = 5_000;
