/** States of saved searches and their alerts. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import type { SavedSearch } from '#shared/saved-searches/saved-search.ts';
import { expect } from '../support/fixtures.ts';
import { fail, SERVER_ERROR } from './responses.ts';
import type { ScreenState } from './screen.ts';

const TIME = '2020-03-01T09:30:00.000Z';
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3).slice(0, 110);

const search = (_id: string, name: string, filters: SavedSearch['search']): SavedSearch => ({
  _id,
  name,
  search: filters,
  frequency: 'daily',
  timeZone: 'UTC',
  newCount: 12,
  seenAt: TIME,
  createdAt: TIME,
});

const searches: SavedSearch[] = [
  search('1', 'For sale in Seattle', { status: 'For Sale', city: 'Seattle' }),
  search('2', LONG_WORD, { status: 'For Rent', city: 'Nowhere' }),
];

const withSearches = (page: Page) =>
  page.route(/\/api\/saved-searches(\?|$)/, (route) =>
    route.fulfill({ json: searches, headers: { 'x-total-count': '2' } }),
  );

/** Simulates that a saved search is being edited in this window. */
const markAsEdited = (name: string) => (page: Page) =>
  page.addInitScript(
    (edited) => sessionStorage.setItem('edited-search', edited),
    JSON.stringify({ _id: '1', name }),
  );

const state = (
  name: string,
  url: string,
  prepare: NonNullable<ScreenState['prepare']>,
  reach: ScreenState['reach'],
  expectedErrors: readonly string[] = [],
): ScreenState => ({ name, viewer: 'user', url: () => url, prepare, reach, expectedErrors });

export const ALERT_STATES: readonly ScreenState[] = [
  state('saved-searches, not empty', pagePaths.savedSearches(), withSearches, async (page) => {
    await expect(
      page.getByRole('list', { name: /^Newest homes/ }).getByRole('listitem'),
    ).toHaveCount(3);
    // A search's homes load when its card is near the viewport.
    await page.getByRole('heading', { name: 'Alert settings' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('No matches right now.')).toBeVisible();
  }),
  state(
    'saved-searches, newest homes failed',
    pagePaths.savedSearches(),
    async (page) => {
      await withSearches(page);
      await fail(/\/api\/properties\?/)(page);
    },
    (page) => expect(page.getByText('The newest homes could not be loaded.').first()).toBeVisible(),
    [SERVER_ERROR],
  ),
  state('for-sale, editing a saved search', pagePaths.forSale(), markAsEdited(LONG_WORD), (page) =>
    expect(page.getByRole('button', { name: 'Update this search' })).toBeVisible(),
  ),
  state(
    'saved-searches, alert settings failed',
    pagePaths.savedSearches(),
    fail(/\/api\/users\/profile\/preferences/),
    (page) => expect(page.getByText('Your alert settings could not be loaded.')).toBeVisible(),
    [SERVER_ERROR],
  ),
  state(
    'saved-searches, alert settings',
    `${pagePaths.savedSearches()}#alerts`,
    async () => undefined,
    (page) => expect(page.getByLabel('Email time zone')).toBeVisible(),
  ),
];
