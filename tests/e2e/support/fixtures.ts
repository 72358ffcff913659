/**
 * The fixtures of every end-to-end test: a page whose console messages and requests to other sites fail the test.
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

/** One for each worker process. */
export type WorkerFixtures = {
  /** The worker's own site with demo data. A worker that is restarted after a failed test gets a fresh one. */
  site: SiteServer;
};

export type Fixtures = {
  /** Complaints that this end-to-end test expects, each a part of its text; anything else fails it. */
  expectedComplaints: string[];
  complaints: string[];
};

/* oxlint-disable no-empty-pattern -- Playwright reads the names of fixtures from this pattern. */

/** The worker's site. A file that extends `test` with it again gets workers, and sites, of its own. */
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
    // How the browser refuses scripts that were switched off.
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

/** An IP address of the test's own. */
export function addressOf(testId: string): string {
  let hash = 0;
  for (const letter of testId) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}

/**
 * Notes everything that a page complains of. Nothing may leave the site; what does finds no host (playwright.config.ts).
 *
 * @returns ends it
 */
export function watch(page: Page, site: string, complaints: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    // How end-to-end tests keep the service worker out.
    if (message.text().includes('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => complaints.push(`error: ${error.message}`);
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page cuts what it was still loading.
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

/** Nothing moves for longer; what waits for something else counts as an animation all the same. */
const MAX_ANIMATIONS_MS = 2_000;

/** Waits until what moves or fades, other than for ever, has ended, and is painted. */
export async function afterAnimations(page: Page): Promise<void> {
  await page.evaluate(async (most) => {
    // Animations start with the next frame, and their end takes effect one frame later.
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([
      Promise.allSettled(passing.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, most)),
    ]);
    await frame();
    await frame();
  }, MAX_ANIMATIONS_MS);
}

/** Whether the page has nothing that axe finds against WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // Contrast is undefined in the middle of a fade.
  await afterAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // In the page itself: there are no frames, and a page for the summing up takes longer than the rest.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(findings).toEqual([]);
}

/** Waits until the browser has taken the page over from the server: an expectation looks every half second only. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    // A document that has just begun has no element yet.
    () => document.querySelector('html')?.dataset['hydrated'] === 'true',
    undefined,
    { polling: 30 },
  );
}

/**
 * Holds the clock of keys: the second key of a pair such as `g i` belongs to the first one however slow the machine is.
 * Call it before the page is opened.
 */
export async function stopKeyClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 300 });
  });
}

/**
 * Taps until it has done what a tap does. On a machine that stands still between a finger's two ends, the browser takes
 * it for a long press, which presses nothing; people tap again.
 *
 * @param tap waits at most `TAP_MS` for its target, which may have done its work and gone
 * @param done expects what the tap leads to, within `TAP_MS`
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

/** How long a tap's effect is waited for before the next one, in milliseconds. */
export const TAP_MS = 5_000;
