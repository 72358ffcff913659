/**
 * A page that stays open across all screen tests of a worker so that the browser caches the site's
 * scripts. It is reset after each test.
 */

import type { Browser, Page } from '@playwright/test';
import { recordErrors } from '../support/fixtures.ts';

let warmPage: Promise<Page> | undefined;

/** Provides the page in its initial state and resets it after the test. */
export async function useWarmPage(
  { browser, site, pageErrors }: { browser: Browser; site: string; pageErrors: string[] },
  testIpAddress: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  warmPage ??= browser.newPage({ baseURL: site });
  const page = await warmPage;
  const stopRecording = recordErrors(page, site, pageErrors);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': testIpAddress });
  await page.setViewportSize({ width: 1280, height: 720 });

  // Record init scripts because a page cannot list them for removal.
  const scripts: { dispose: () => Promise<void> }[] = [];
  const addScript = page.addInitScript.bind(page);
  page.addInitScript = async (...args: Parameters<typeof addScript>) => {
    const script = await addScript(...args);
    scripts.push(script);
    return script;
  };
  await page.addInitScript(clearStorage, testIpAddress);

  await use(page);

  await Promise.all(scripts.map((script) => script.dispose()));
  page.addInitScript = addScript;
  await page.goto('about:blank');
  // Remove routes after leaving the page. Pending requests would otherwise continue.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  stopRecording();
  await page.context().clearCookies();
  await page.context().clearPermissions();
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
}

/** Clears the previous test's storage in the first document of a test. */
function clearStorage(test: string): void {
  if (sessionStorage.getItem('test') === test) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('test', test);
}
