/** Simulated API responses: failures, and requests that stay pending. */

import type { Page } from '@playwright/test';

type Preparation = (page: Page) => Promise<unknown>;
/** As for `page.route`. */
type Calls = string | RegExp;

/** Every endpoint of the API. */
export const EVERY_CALL = /\/api\//;

export function fail(calls: Calls = EVERY_CALL, status = 503): Preparation {
  return (page) =>
    page.route(calls, (route) =>
      route.fulfill({ status, json: { message: 'The database is away.', code: 'UNAVAILABLE' } }),
    );
}

export function leavePending(calls: Calls = EVERY_CALL): Preparation {
  return (page) =>
    page.route(calls, (route) => {
      // A page that is reset after its test must not send it after all.
      page.on('framenavigated', (frame) => {
        if (frame.url() === 'about:blank') void route.abort().catch(() => undefined);
      });
    });
}

/** Shorter timers are for retries and animations, not for notices. */
const MIN_NOTICE_MS = 3_000;

/** Stops notices from hiding, so that tests can see them, however slow the machine is. */
export const keepNotices: Preparation = (page) =>
  page.addInitScript((min) => {
    const start = globalThis.setTimeout;
    const startShort = (run: () => void, ms = 0) => start(run, ms < min ? ms : 2 ** 31 - 1);
    globalThis.setTimeout = startShort as typeof setTimeout;
  }, MIN_NOTICE_MS);

/** The browser's console message for a failed request. */
export const FAILED = 'status of 503';
