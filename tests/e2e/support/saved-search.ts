/** Saves searches for end-to-end tests. */

import type { APIRequestContext } from '@playwright/test';
import { type Account, bearer } from './accounts.ts';
import { expect } from './fixtures.ts';

/** Saves a search for an account, without emails unless `overrides` sets a frequency. */
export async function saveSearch(
  request: APIRequestContext,
  account: Account,
  overrides: { name?: string; search?: Record<string, string>; frequency?: string } = {},
): Promise<void> {
  const response = await request.post('/api/saved-searches', {
    headers: bearer(account),
    data: { search: { status: 'For Sale', city: 'Seattle' }, frequency: 'never', ...overrides },
  });
  expect(response.status(), await response.text()).toBe(201);
}
