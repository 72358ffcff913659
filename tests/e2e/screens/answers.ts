/** Answers of the API that stories make up: it fails, or it never comes. */

import type { Page } from '@playwright/test';

type Preparation = (page: Page) => Promise<unknown>;
/** As for `page.route`. */
type Calls = string | RegExp;

/** Every call of the API. */
export const EVERY_CALL = /\/api\//;

export function fail(calls: Calls = EVERY_CALL, status = 503): Preparation {
  return (page) =>
    page.route(calls, (route) =>
      route.fulfill({ status, json: { message: 'The database is away.', code: 'UNAVAILABLE' } }),
    );
}

export function keepWaiting(calls: Calls = EVERY_CALL): Preparation {
  return (page) => page.route(calls, () => undefined);
}

/** What the browser says of a failed call. */
export const FAILED = 'status of 503';
