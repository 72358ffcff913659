/** States of the agent dashboard. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';
import { dropFiles, makePictures } from '../support/pictures.ts';
import { expectAlert, expectSkeleton, expectText } from './expectations.ts';
import { fail, SERVER_ERROR, leavePending } from './responses.ts';
import type { ScreenState } from './screen.ts';

const dropPictures = async (page: Page) =>
  dropFiles(
    page.getByText('PNG, JPG, GIF up to 5MB each'),
    await makePictures('street.jpg', 'hall.jpg', 'a-very-long-name-that-goes-on-and-on.jpg'),
  );

/** Returns a page's states while the API fails, and while a request is pending. */
const requestStates = (name: string, url: ScreenState['url'], calls: RegExp): ScreenState[] => [
  {
    name: `${name}, failed`,
    viewer: 'agent',
    url,
    prepare: fail(calls),
    expectedErrors: [SERVER_ERROR],
    reach: expectAlert,
  },
  {
    name: `${name}, loading`,
    viewer: 'agent',
    url,
    prepare: leavePending(calls),
    reach: expectSkeleton,
  },
];

export const AGENT_STATES: readonly ScreenState[] = [
  ...requestStates('overview', () => pagePaths.overview(), /\/api\/agent\/stats/),
  ...requestStates('my-listings', () => pagePaths.myListings(), /\/api\/properties\/my-listings/),
  ...requestStates(
    'edit-listing',
    ({ ownHome }) => pagePaths.editListing(ownHome),
    /\/api\/properties\/\d+$/,
  ),
  {
    name: 'overview, new agent',
    viewer: 'agent',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.overview(),
    reach: (page) => expectText(page, 'Nothing yet.'),
  },
  {
    name: 'overview, long texts',
    viewer: 'agent',
    account: ({ longNameAgent }) => longNameAgent,
    url: () => pagePaths.overview(),
    reach: (page) => expectText(page, 'Your Recent Activity'),
  },
  {
    name: 'my-listings, empty',
    viewer: 'agent',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.myListings(),
    reach: (page) => expectText(page, 'No Listings Found'),
  },
  {
    name: 'my-listings, long texts',
    viewer: 'agent',
    account: ({ longNameAgent }) => longNameAgent,
    url: () => pagePaths.myListings(),
    reach: (page) => expectText(page, '3 listings'),
  },
  {
    name: 'my-listings, the tooltip of a row’s action',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page
        .getByRole('link', { name: /^View Public Page/ })
        .first()
        .focus();
      await page.keyboard.press('Tab');
      await expectText(page, 'Edit Listing');
    },
  },
  {
    name: 'my-listings, deleting',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Delete Listing/ })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'my-listings, deletion failed',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    expectedErrors: [SERVER_ERROR],
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Delete Listing/ })
        .first()
        .click();
      await fail(/\/api\/properties\/\d+$/)(page);
      await page.getByRole('button', { name: 'Confirm Delete' }).click();
      await expectAlert(page);
    },
  },
  {
    name: 'my-listings, deletion pending',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Delete Listing/ })
        .first()
        .click();
      await leavePending(/\/api\/properties\/\d+$/)(page);
      await page.getByRole('button', { name: 'Confirm Delete' }).click();
      await expectText(page, 'Deleting...');
    },
  },
  {
    name: 'my-listings, a rejected price',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    expectedErrors: ['status of 400'],
    reach: async (page) => {
      const priceButton = page
        .getByRole('button', { name: /^Change price/ })
        .filter({ visible: true });
      await priceButton.first().click();
      await page.getByRole('textbox', { name: /^Price of/ }).fill('a lot');
      await page.keyboard.press('Enter');
      await expectText(page, 'Price must be a number from');
    },
  },
  {
    name: 'my-listings, availability change failed',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    prepare: fail('**/api/properties/bulk'),
    expectedErrors: [SERVER_ERROR],
    reach: async (page) => {
      await page.getByRole('switch').first().waitFor();
      await page.getByRole('switch').first().click();
      await expectAlert(page);
    },
  },
  {
    name: 'my-listings, availability change with Undo',
    viewer: 'agent',
    account: ({ longNameAgent }) => longNameAgent,
    url: () => pagePaths.myListings(),
    // Simulates success because other end-to-end tests use the same homes.
    prepare: (page) =>
      page.route('**/api/properties/bulk', async (route) => {
        const { ids } = route.request().postDataJSON() as { ids: string[] };
        await route.fulfill({ json: { done: ids, failed: [] } });
      }),
    reach: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    name: 'my-listings, selected listings',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(2)
        .check();
      await expectText(page, '2 selected');
    },
  },
  {
    name: 'my-listings, deleting several listings',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(2)
        .check();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'my-listings, several listings rejected',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    prepare: (page) =>
      page.route('**/api/properties/bulk', (route) => {
        const { ids } = route.request().postDataJSON() as { ids: string[] };
        return route.fulfill({
          json: {
            done: [],
            failed: ids.map((_id) => ({ _id, code: 'FORBIDDEN', message: 'Not yours.' })),
          },
        });
      }),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .nth(2)
        .check();
      await page
        .getByRole('button', { name: /^Mark as/ })
        .first()
        .click();
      await expectText(page, 'could not be changed');
    },
  },
  {
    name: 'add-listing, with errors',
    viewer: 'agent',
    url: () => pagePaths.addListing(),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add Property' }).click();
      await expectText(page, 'Longitude is required.');
      await expect(page.locator('.leaflet-container')).toBeVisible();
    },
  },
  {
    name: 'add-listing, with pictures',
    viewer: 'agent',
    url: () => pagePaths.addListing(),
    reach: async (page) => {
      await dropPictures(page);
      await expect(page.getByRole('img', { name: /^New picture/ })).toHaveCount(3);
    },
  },
  {
    name: 'edit-listing, existing and new pictures with alternative text',
    viewer: 'agent',
    url: ({ ownHome }) => pagePaths.editListing(ownHome),
    reach: async (page) => {
      await dropPictures(page);
      await expect(page.getByRole('img', { name: /^New picture/ })).toHaveCount(3);
      await page.getByRole('textbox', { name: 'Alt text for picture 1' }).fill('x'.repeat(201));
      await expectText(page, 'At most 200 characters; this has 201.');
    },
  },
  {
    name: 'add-listing, saving',
    viewer: 'agent',
    url: () => pagePaths.addListing(),
    prepare: leavePending('**/api/properties'),
    reach: async (page) => {
      await fillListing(page);
      await dropPictures(page);
      await page.getByRole('button', { name: 'Add Property' }).click();
      await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    },
  },
  {
    name: 'add-listing, failed',
    viewer: 'agent',
    url: () => pagePaths.addListing(),
    prepare: fail('**/api/properties'),
    expectedErrors: [SERVER_ERROR, 'ApiError'],
    reach: async (page) => {
      await fillListing(page);
      await page.getByRole('button', { name: 'Add Property' }).click();
      await expectAlert(page);
    },
  },
  {
    name: 'add-listing, leaving without saving',
    viewer: 'agent',
    url: () => pagePaths.addListing(),
    reach: async (page) => {
      await page.getByLabel('Title').fill('Half a sentence');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'edit-listing, pictures to be deleted',
    viewer: 'agent',
    url: ({ ownHome }) => pagePaths.editListing(ownHome),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete picture 1' }).click();
      await expectText(page, 'Will be deleted when you save');
      // Otherwise, the save bar can cover half a button.
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'edit-listing, not found',
    viewer: 'agent',
    url: () => pagePaths.editListing('999999'),
    expectedErrors: ['status of 404'],
    reach: expectAlert,
  },
  {
    name: 'edit-listing, another agent’s listing',
    viewer: 'agent',
    url: ({ rentedHome }) => pagePaths.editListing(rentedHome),
    reach: (page) => expectText(page, 'You don’t have permission to change this listing.'),
  },
  ...(['agent', 'admin'] as const).flatMap((viewer): ScreenState[] => [
    {
      name: `dashboard menu open, ${viewer}`,
      viewer,
      url: () => pagePaths.myListings(),
      widths: [390, 768],
      reach: async (page) => {
        await page.getByRole('button', { name: 'Open dashboard menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible();
      },
    },
    {
      name: `keyboard shortcuts, ${viewer}`,
      viewer,
      url: () => pagePaths.myListings(),
      reach: async (page) => {
        await expect(page.getByRole('heading', { name: 'My Listings' })).toBeVisible();
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        await expect(page.locator('kbd:empty')).toHaveCount(0);
      },
    },
  ]),
  {
    name: 'notifications',
    viewer: 'agent',
    url: () => pagePaths.myListings(),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click();
      await expectText(page, 'Nothing new.');
    },
  },
];
