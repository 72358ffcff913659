/**
 * The agent dashboard: a listing from its first picture to its deletion, failed requests, pagination,
 * and keyboard shortcuts.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import {
  actAs,
  bearer,
  makeAccount,
  makeListing,
  PASSWORD,
  uniqueWord,
} from '../support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectHydrated,
  freezeEventTime,
  test,
} from '../support/fixtures.ts';
import { fillListing } from '../support/listing-form.ts';
import {
  dropFiles,
  isStored,
  makeLargePicture,
  makePicture,
  makePictures,
} from '../support/pictures.ts';

type Listing = { _id: string; title: string; images: string[]; isAvailable: boolean };

/** Returns the table row that contains a text. */
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dropZone = (page: Page) => page.getByText('PNG, JPG, GIF up to 5MB each');

async function readListing(request: APIRequestContext, title: string, token: string) {
  const response = await request.get('/api/properties/my-listings', { headers: bearer({ token }) });
  const list = (await response.json()) as Listing[];
  return list.find((listing) => listing.title === title);
}

test('publishes a home, marks it as sold, edits it, and deletes it', async ({ page, request }) => {
  test.slow();
  const title = uniqueWord('House with a blue door ');
  const email = `${uniqueWord('agent')}@example.org`;

  await test.step('signs up as an agent', async () => {
    await page.goto('/register');
    await expectHydrated(page);
    await page.getByLabel('Full Name').fill('Avery Agent');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByLabel('I am a...').selectOption('Agent (Listing property)');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';

  await test.step('My Listings is empty', async () => {
    await page.goto('/dashboard/my-listings');
    await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();
    await expect(page.getByText("You haven't added any properties yet.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'New Listing' }).first().click();
  });

  await test.step('the form shows errors', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Create a New Property Listing' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add Property' }).click();
    for (const message of [
      'Title must be at least 5 characters long.',
      'Description must be at least 20 characters.',
      'Price is required.',
      'Bedrooms are required.',
      'Bathrooms are required.',
      'Square footage is required.',
      'Address is required.',
      'City is required.',
      'State is required.',
      'A valid ZIP code is required.',
      'Latitude is required.',
      'Longitude is required.',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.locator('.leaflet-container')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Title').fill(title);
    await expect(page.getByText('Title must be at least 5 characters long.')).toBeHidden();
  });

  await test.step('accepts pictures by drag and drop, rejects duplicates and other files, and reorders them', async () => {
    await expect(page.getByText('PNG, JPG, GIF up to 5MB each')).toBeVisible();
    await dropFiles(
      dropZone(page),
      await makePictures('street.jpg', 'hall.jpg', 'kitchen.jpg', 'bath.jpg', 'garden.jpg'),
    );
    const pictures = page.getByRole('img', { name: /^New picture/ });
    await expect(pictures).toHaveCount(5);
    await dropFiles(dropZone(page), [
      await makePicture('hall.jpg', '#000000'),
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') },
    ]);
    await expect(page.getByText('hall.jpg was not added')).toBeVisible();
    await expect(page.getByText('plan.pdf was not added')).toBeVisible();
    await expect(pictures).toHaveCount(5);
    await page.getByRole('button', { name: 'Move left: garden.jpg' }).press('Enter');
    await expect(pictures.nth(3)).toHaveAccessibleName('New picture garden.jpg');
    await expectAccessible(page);
  });

  await test.step('publishes it', async () => {
    await fillListing(page, title);
    await page.getByRole('button', { name: 'Add Property' }).click();
    await expect(page).toHaveURL(/\/dashboard\/my-listings$/);
    await expect(page.getByText('Listing published.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add another' })).toBeVisible();
    await expect(rowOf(page, title)).toContainText('Portland, OR');
    await expect(rowOf(page, title)).toContainText('Active');
    await expectAccessible(page);
  });
  const published = await readListing(request, title, token);
  expect(published?.images).toHaveLength(5);

  await test.step('the home appears immediately on the public pages', async () => {
    await page.getByRole('link', { name: `View Public Page: ${title}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goto(`/for-sale?searchTerm=${encodeURIComponent(title)}`);
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  });

  await test.step('marks it as sold', async () => {
    await page.goto('/dashboard/my-listings');
    const availability = page.getByRole('switch', { name: `Availability of ${title}` });
    await availability.click();
    await expect(rowOf(page, title)).toContainText('Sold');
    await expect(page.getByText(`“${title}” is marked as sold.`)).toBeVisible();
    await expect(availability).not.toBeChecked();
    await page.reload();
    await expect(rowOf(page, title)).toContainText('Sold');
    await expectAccessible(page);
    await page.goto(`/for-sale?searchTerm=${encodeURIComponent(title)}`);
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0);
  });

  await test.step('removes two pictures and adds one', async () => {
    await page.goto('/dashboard/my-listings');
    await page.getByRole('link', { name: `Edit Listing: ${title}` }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Edit Property Listing' }),
    ).toBeVisible();
    await expect(page.getByLabel('Price')).toHaveValue('512000');
    for (const number of [1, 3, 5]) {
      const picture = page.getByAltText(`Picture ${number} of the listing`);
      // Waits for the pictures before their files are deleted.
      await expect(picture).toHaveJSProperty('complete', true);
      await page.getByRole('button', { name: `Delete picture ${number}` }).click();
    }
    await page.getByRole('button', { name: 'Undo: keep picture 5' }).click();
    await page
      .locator('input[type="file"]')
      .setInputFiles(await makePicture('attic.jpg', '#ffcc00'));
    await page.getByLabel('Price').fill('498000.50');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL(/\/dashboard\/my-listings$/);
    await expect(page.getByText('Changes saved.')).toBeVisible();
  });
  const editedListing = await readListing(request, title, token);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = published?.images ?? [];
  expect(editedListing?.images.slice(0, 3)).toEqual([second, fourth, fifth]);
  expect(editedListing?.images).toHaveLength(4);
  expect([first, third].filter(isStored)).toEqual([]);

  await test.step('the overview includes the home', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Agent Overview' })).toBeVisible();
    await expect(page.getByText('Your personal performance at a glance.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Active Listings 0' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sold / Rented 1' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Value of Active Listings $0' })).toBeVisible();
    await expect(page.getByText('Archived')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await expect(page).toHaveURL(/\/dashboard\/edit-listing\/\d+$/);
  });

  await test.step('deletes it and its picture files', async () => {
    await page.goto('/dashboard/my-listings');
    await page.getByRole('button', { name: `Delete Listing: ${title}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(dialog).toContainText(title);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: `Delete Listing: ${title}` }).click();
    await dialog.getByRole('button', { name: 'Confirm Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();
    const all = [...(published?.images ?? []), ...(editedListing?.images ?? [])];
    await expect.poll(() => all.filter(isStored)).toEqual([]);
  });
});

test('asks before discarding unsaved changes', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  // A draft would be saved automatically after a while.
  const published = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto(`/dashboard/edit-listing/${published._id}`);
  await page.getByLabel('Title').fill('Half a sentence');
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await page.getByRole('link', { name: 'My Listings' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a sentence');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/edit-listing/);

  const dialogPromise = page.waitForEvent('dialog');
  const closePromise = page.close({ runBeforeUnload: true });
  const browserDialog = await dialogPromise;
  expect(browserDialog.type()).toBe('beforeunload');
  await browserDialog.dismiss();
  await closePromise;

  await page.getByRole('link', { name: 'My Listings' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/my-listings$/);
});

test('an interrupted or canceled upload leaves the form unchanged @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_CONNECTION', 'ERR_FAILED', 'console: ApiError', 'ApiError');
  const title = uniqueWord('Cabin ');
  const agent = await makeAccount(request, 'agent');
  // A draft would be saved automatically after a while.
  const published = await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto(`/dashboard/edit-listing/${published._id}`);
  await page.getByLabel('Title').fill(title);
  await dropFiles(dropZone(page), [
    await makePicture('one.jpg', '#7a9e7e'),
    await makeLargePicture('two.jpg'),
  ]);

  await test.step('the connection is lost', async () => {
    await page.route('**/api/properties/*', (route) => route.abort('connectionfailed'));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('alert')).toContainText('An unexpected error occurred.');
    await expect(page.getByRole('alert')).toContainText('Check your connection');
    await expectAccessible(page);
    await page.unroute('**/api/properties/*');
  });

  await test.step('the agent cancels', async () => {
    const devTools = await page.context().newCDPSession(page);
    const speed = { offline: false, latency: 0, downloadThroughput: -1 };
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 20_000 });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(page.getByText('Upload canceled.')).toBeVisible();
    await devTools.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
  });
  expect(await readListing(request, title, agent.token)).toBeUndefined();

  await test.step('nothing was lost, and the form can be submitted', async () => {
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.getByRole('img', { name: /^New picture/ })).toHaveCount(2);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/my-listings$/);
    await expect(rowOf(page, title)).toBeVisible();
  });
});

test('restores the input after the session has ended @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  // An address lookup can be in progress when the session ends.
  expectedErrors.push('status of 401', 'ApiError', '/api/geocode');
  const title = uniqueWord('Mill ');
  const agent = await makeAccount(request, 'agent');
  await page.goto('/dashboard/add-listing');
  await expectHydrated(page);
  // Wait for these responses: a request with the invalid token would sign the agent out before the
  // form is sent.
  const initialResponses = [/\/api\/notifications\?/, /\/api\/inquiries\?/].map((call) =>
    page.waitForResponse(call),
  );
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/add-listing$/);
  await fillListing(page, title);
  await Promise.all(initialResponses);
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  await request.post('/api/auth/logout', { headers: bearer({ token }) });
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('We restored your entries')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(rowOf(page, title)).toBeVisible();
});

test('shows which picture the server rejects @full', async ({ page, request, expectedErrors }) => {
  expectedErrors.push('status of 415', 'ApiError');
  const title = uniqueWord('Barn ');
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  await page.goto('/dashboard/add-listing');
  await fillListing(page, title);
  await dropFiles(dropZone(page), [
    await makePicture('barn.jpg', '#884422'),
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html><p>not a picture') },
  ]);
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(page.getByRole('alert')).toContainText('page.png');
  expect(await readListing(request, title, agent.token)).toBeUndefined();
  await page.getByRole('button', { name: 'Remove page.png' }).click();
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expect(rowOf(page, title)).toBeVisible();
});

test('sets the position by click, by pasted coordinates, and with the keyboard @full', async ({
  page,
  request,
}) => {
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto('/dashboard/add-listing');
  const latitude = page.getByLabel('Latitude');
  const longitude = page.getByLabel('Longitude');
  const map = page.locator('.leaflet-container');
  await map.click({ position: { x: 120, y: 90 } });
  await expect(latitude).toHaveValue(/^-?\d+\.\d{1,6}$/);
  await expect(longitude).toHaveValue(/^-?\d+\.\d{1,6}$/);

  await latitude.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '30.267153, -97.743057');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(latitude).toHaveValue('30.267153');
  await expect(longitude).toHaveValue('-97.743057');

  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Drop pin at center' }).press('Enter');
  await expect(latitude).not.toHaveValue('30.267153');
});

test('pages through many listings, with the page in the URL @full', async ({ page, request }) => {
  const agent = await makeAccount(request, 'agent');
  for (let count = 0; count < 25; count += 1) await makeListing(request, agent);
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await expect(page.getByText('25 listings')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(24);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.getByRole('button', { name: /^Delete Listing/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('switch')).toHaveCount(24);
  await expect(page).toHaveURL(/my-listings$/);
});

test('shows failed requests and retries them @full', async ({ page, request, expectedErrors }) => {
  test.slow();
  expectedErrors.push('status of 503', 'status of 404');
  const agent = await makeAccount(request, 'agent');
  await actAs(page, agent);
  const unavailable = { status: 503, json: { message: 'Try later.', code: 'UNAVAILABLE' } };
  await page.route(/\/api\/(properties|agent)\//, (route) => route.fulfill(unavailable));
  for (const [path, text] of [
    ['/dashboard/my-listings', 'Error fetching listings.'],
    ['/dashboard/overview', 'Failed to load stats.'],
    ['/dashboard/edit-listing/999', 'Error loading property: Try later.'],
  ] as const) {
    await page.goto(path);
    // Requests are retried twice before the error is shown.
    await expect(page.getByRole('alert')).toContainText(text);
    await expectAccessible(page);
  }
  await page.unroute(/\/api\/(properties|agent)\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText(/Error loading property: .*not found/i);
});

test('uses the dashboard with the keyboard and on a phone @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  await freezeEventTime(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Agent Overview' })).toBeVisible();

  await test.step('shortcuts open pages and the help', async () => {
    await page.keyboard.press('?');
    const shortcutsDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(
      shortcutsDialog.getByRole('heading', { name: 'Keyboard shortcuts' }),
    ).toBeInViewport();
    await expect(shortcutsDialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(shortcutsDialog).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/my-listings$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Listings');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/add-listing$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Create a New Property Listing',
    );
  });

  await test.step('the notification panel has an empty state', async () => {
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expect(page.getByText('Nothing new.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('the menu opens on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open dashboard menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Dashboard' });
    await expect(menu.getByRole('link', { name: 'Messages' })).toHaveCount(0);
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Overview' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/overview$/);
    await page.getByRole('button', { name: 'Open dashboard menu' }).click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
