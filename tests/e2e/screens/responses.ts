/** Simulated API responses: failures, and requests that stay pending. */

import type { Page } from '@playwright/test';

type Preparation = (page: Page) => Promise<unknown>;
/** A pattern of URLs, as for `page.route`. */
type UrlPattern = string | RegExp;

/** Matches the URL of every endpoint. */
export const EVERY_ENDPOINT = /\/api\//;

/** Simulates failed responses. */
export function fail(urls: UrlPattern = EVERY_ENDPOINT, status = 503): Preparation {
  return (page) =>
    page.route(urls, (route) =>
      route.fulfill({
        status,
        json: { message: 'The database is unavailable.', code: 'UNAVAILABLE' },
      }),
    );
}

/** Leaves requests without a response. */
export function leavePending(urls: UrlPattern = EVERY_ENDPOINT): Preparation {
  return (page) =>
    page.route(urls, (route) => {
      // Abort the request when the page is reset after the test so that it is never sent.
      page.on('framenavigated', (frame) => {
        if (frame.url() === 'about:blank') void route.abort().catch(() => undefined);
      });
    });
}

/** The shortest timer of a toast or notice. Shorter timers belong to retries and animations. */
const MIN_NOTICE_MS = 3_000;

/** Prevents toasts and notices from disappearing so that tests see them even on a slow machine. */
export const keepNotices: Preparation = (page) =>
  page.addInitScript((min) => {
    const start = globalThis.setTimeout;
    const startTimer = (run: () => void, ms = 0) => start(run, ms < min ? ms : 2 ** 31 - 1);
    globalThis.setTimeout = startTimer as typeof setTimeout;
  }, MIN_NOTICE_MS);

/** Part of the browser's console message for a 503 response. */
export const SERVER_ERROR = 'status of 503';
