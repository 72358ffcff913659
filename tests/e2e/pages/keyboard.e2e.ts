/** Complete user journeys with only the keyboard. */

import type { Locator, Page } from '@playwright/test';
import {
  actAs,
  makeAccount,
  makeAdmin,
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
import { showNextPicture } from '../support/pictures.ts';

test.slow();

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, target: Locator, max = 60): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < max; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab did not reach ${target.toString()} in ${max} presses.`);
}

/** Moves to a text field with Tab, and types. */
async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: typeof label === 'string' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Starts counting key presses; the returned function reads the number of Tab presses and of other keys. */
async function startCountingKeys(page: Page) {
  const keys = await page.evaluateHandle(() => {
    const counts = { tabPresses: 0, otherKeys: 0 };
    addEventListener(
      'keydown',
      ({ key }) => (counts[key === 'Tab' ? 'tabPresses' : 'otherKeys'] += 1),
      {
        capture: true,
      },
    );
    return counts;
  });
  return () => keys.jsonValue();
}

/** Moves to an element with Tab and presses a key on it. */
async function tabToAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('a visitor searches, views a home and its pictures, and reaches the link to contact the agent', async ({
  page,
}) => {
  await page.goto('/');
  await expectHydrated(page);
  await tabToAndPress(page, page.getByRole('link', { name: 'Skip to content' }));
  await expect(page.locator('main')).toBeFocused();
  await typeInto(page, 'Keyword', 'Seattle');
  await page.keyboard.press('Tab');
  // Only one letter: the browser decides whether another one continues or restarts the selection.
  await page.keyboard.press('F');
  await tabToAndPress(page, page.getByRole('button', { name: 'Search' }));
  await expect(page).toHaveURL('/for-sale?searchTerm=Seattle&status=For+Sale');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Properties For Sale');
  await expect(page.locator('main')).toBeFocused();

  await test.step('adds filters and removes one', async () => {
    await tabTo(page, page.getByLabel('Min. Beds'));
    await page.keyboard.type('2');
    await tabToAndPress(page, page.getByRole('button', { name: 'Apply Filters' }));
    await expect(page).toHaveURL(/bedrooms=2/);
    await tabToAndPress(page, page.getByRole('link', { name: /^Remove filter 2/ }));
    await expect(page).not.toHaveURL(/bedrooms/);
    // Wait for the results of the new URL.
    await expect(page.getByLabel('Min. Beds')).toHaveValue('');
    await expect(page.getByText(/\d+ properties found/)).toBeVisible();
  });

  const card = page.getByRole('article').first().getByRole('link');
  const title = (await card.textContent()) ?? '';
  await tabToAndPress(page, card);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.locator('main')).toBeFocused();

  await test.step('views the pictures', async () => {
    const tile = page.getByRole('region', { name: 'Pictures' }).getByRole('button').first();
    await tabToAndPress(page, tile, ' ');
    const box = page.getByRole('dialog', { name: /^Pictures of/ });
    await expect(box).toBeVisible();
    await showNextPicture(page);
    await tabToAndPress(page, box.getByRole('button', { name: 'Close' }));
    await expect(box).toBeHidden();
    await expect(tile).toBeFocused();
  });

  await test.step('the marker on the map has an accessible name with its address', async () => {
    // The map loads when it receives focus.
    await tabTo(page, page.getByRole('region', { name: /^Map of/ }));
    await expect(page.locator('.leaflet-marker-icon')).toBeVisible();
    const marker = page.getByRole('button', { name: /Seattle, WA/ });
    await tabToAndPress(page, marker);
    await expect(page.locator('.leaflet-popup')).toContainText('Seattle, WA');
    await page.keyboard.press('Escape');
    await expect(page.locator('.leaflet-popup')).toHaveCount(0);
    await expect(marker).toBeFocused();
  });

  await page.reload();
  await expectHydrated(page);
  const contact = page.getByRole('link', { name: 'Contact Agent' }).first();
  await tabTo(page, contact);
  await expect(contact).toHaveAttribute('href', /^mailto:.+subject=Inquiry/);
});

test('a visitor opens and closes the menu in a small window @full', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/about');
  await expectHydrated(page);
  const menu = page.getByRole('banner').locator('summary');
  await test.step('Escape right after opening closes it', async () => {
    const isOpen = await menu.evaluate((summary: HTMLElement) => {
      summary.click();
      summary.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      return summary.parentElement?.hasAttribute('open');
    });
    expect(isOpen).toBe(false);
  });

  await tabToAndPress(page, menu);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'For Sale' }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeHidden();
  await page.keyboard.press('Enter');
  await tabToAndPress(page, page.getByRole('banner').getByRole('link', { name: 'Contact' }).last());
  await expect(page).toHaveURL('/contact');
  await expect(page.locator('main')).toBeFocused();
});

test('an agent signs in, and adds, changes, and deletes a listing @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const title = uniqueWord('Keyboard house ');
  await page.goto('/login');
  await expectHydrated(page);
  await typeInto(page, 'Email', agent.email);
  await typeInto(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  // Focus is on the main content, right after the account menu.
  const menu = page.getByRole('button', { name: agent.name });
  await expect(menu).toBeVisible();
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabToAndPress(page, page.getByRole('link', { name: 'Dashboard' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Overview');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a New Property Listing');

  await test.step('errors are announced, and the first invalid field gets focus', async () => {
    await page.keyboard.press('Control+s');
    const first = page.getByLabel('Title', { exact: true });
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('Title must be at least 5 characters long.');
    await expect(first).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('fills in the form', async () => {
    const countKeys = await startCountingKeys(page);
    await page.keyboard.type(title);
    await typeInto(page, 'Description', 'A narrow house with a blue door and a walled garden.');
    await tabTo(page, page.getByLabel('Property Type'));
    await page.keyboard.type('Con');
    await tabTo(page, page.getByLabel('Status'));
    await page.keyboard.press('End');
    for (const [label, text] of [
      [/^Price/, '2400'],
      ['Bedrooms', '3'],
      ['Bathrooms', '2'],
      ['Square Footage', '1480'],
      ['Address', '7 Blue Door Lane'],
      ['City', 'Portland'],
      ['State', 'OR'],
      ['ZIP Code', '97201'],
      ['Latitude', '45.5152'],
      ['Longitude', '-122.6784'],
    ] as const) {
      await typeInto(page, label, text);
    }
    // Tab also passes the optional fields and the pictures.
    await tabTo(page, page.getByRole('button', { name: 'Add Property' }));
    const { tabPresses, otherKeys } = await countKeys();
    test.info().annotations.push({
      type: 'keys',
      description: `${tabPresses} Tab presses, ${otherKeys} other keys`,
    });
    expect(tabPresses).toBeLessThanOrEqual(30);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/my-listings$/);
    await expect(page.getByText('Listing published.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('$2,400');
  });

  await test.step('marks it as rented', async () => {
    const availability = page.getByRole('switch', { name: `Availability of ${title}` });
    await tabToAndPress(page, availability, ' ');
    await expect(page.getByText(`“${title}” is marked as rented.`)).toBeVisible();
    await expect(availability).not.toBeChecked();
    await expect(availability).toBeFocused();
  });

  await test.step('deletes it', async () => {
    const remove = page.getByRole('button', { name: `Delete Listing: ${title}` });
    await tabToAndPress(page, remove);
    const dialog = page.getByRole('alertdialog', { name: 'Delete Property' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    // Wait for the focus: an earlier Tab would start outside the dialog.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Confirm Delete' }));
    await expect(page.getByRole('heading', { name: 'No Listings Found' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('an admin changes a role, reads a message, and marks a listing as rented @full', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const { title } = await makeListing(request, agent);
  const user = await makeAccount(request, 'user');
  const sender = uniqueWord('Sender ');
  await request.post('/api/contact', {
    data: {
      name: sender,
      email: 'sender@example.org',
      subject: 'A keyboard question',
      message: 'Is the garden fenced? We have a dog.',
    },
  });
  await actAs(page, await makeAdmin(request));
  await freezeEventTime(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Overview');
  await expectHydrated(page);

  await test.step('finds a user and changes the role to agent', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type(user.email);
    await expect(page.getByText('1 user found')).toBeVisible();
    const edit = page.getByRole('button', { name: `Edit user: ${user.name}` });
    await tabToAndPress(page, edit);
    const dialog = page.getByRole('dialog', { name: `Edit User: ${user.name}` });
    await expect(dialog).toBeVisible();
    const role = dialog.getByLabel('Role');
    // The dialog receives focus after opening.
    await expect(page.locator('[role="dialog"]:focus, [role="dialog"] :focus')).toHaveCount(1);
    if (!(await role.evaluate((box) => box === document.activeElement))) await tabTo(page, role);
    await page.keyboard.type('Ag');
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Save Changes' }));
    await expect(page.getByText(`${user.name} is now an agent.`)).toBeVisible();
    await expect(edit).toBeFocused();
  });

  await test.step('reads a message', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    const view = page.getByRole('button', { name: `View: message from ${sender}` });
    await expect(view).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
    await tabToAndPress(page, view);
    const dialog = page.getByRole('dialog', { name: `Message from: ${sender}` });
    await expect(dialog).toContainText('We have a dog.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(view).toBeFocused();
  });

  await test.step('finds a listing and marks it as rented', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page.getByRole('table', { name: 'Properties' })).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type(title);
    await expect(page.getByText('1 listing found')).toBeVisible();
    await tabToAndPress(page, page.getByRole('switch', { name: `Availability of ${title}` }), ' ');
    await expect(page.getByText(`“${title}” is marked as rented.`)).toBeVisible();
  });
});

test('shortcuts work immediately after the dashboard has opened @full', async ({
  page,
  request,
}) => {
  await freezeEventTime(page);
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto('/dashboard/my-listings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Listings');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/add-listing$/);
});

test('focus returns to the button even if Tab was pressed while the dialog loaded @full', async ({
  page,
}) => {
  const script = Promise.withResolvers<void>();
  await page.route(/\/save-search-dialog-[^/]+\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/for-sale');
  await expectHydrated(page);
  const button = page.getByRole('button', { name: 'Save search' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(button).not.toBeFocused();
  script.resolve();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('Escape closes the price menu immediately after Enter opened it @full', async ({ page }) => {
  await page.goto('/for-sale');
  await expectHydrated(page);
  const summary = page.locator('.search-form summary');
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Min. Price')).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Min. Price')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Min. Price')).toBeHidden();
});

test('focus moves into a dialog and returns to the button that opened it, even the first time', async ({
  page,
  request,
}) => {
  const expectFocusReturns = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  };
  const agent = await makeAccount(request, 'agent');
  const listing = await makeListing(request, agent);
  await page.goto(`/property/${listing._id}`);
  await expectHydrated(page);
  const main = page.getByRole('main');
  for (const name of [/^Ask/, 'Report this listing', 'Add to shortlist']) {
    await test.step(`'${name}'`, () =>
      expectFocusReturns(main.getByRole('button', { name }).first()));
  }
  await page.goto('/for-sale');
  await expectHydrated(page);
  await expectFocusReturns(page.getByRole('button', { name: 'Save search' }));
});
