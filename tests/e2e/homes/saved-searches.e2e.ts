/** Saved searches: their newest homes, their filters, and the settings of alert emails. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, signInOnPage, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { saveSearch } from '../support/saved-search.ts';

test.slow();

test('a search shows its newest homes, and its filters can be changed', async ({
  page,
  request,
}) => {
  const name = uniqueWord('Homes ');
  const account = await makeAccount(request, 'user');
  await saveSearch(request, account, { name });
  await actAs(page, account);
  await page.goto(pagePaths.savedSearches());
  const newestHomes = page.getByRole('list', { name: `Newest homes for ${name}` });

  await test.step('the newest homes link to their pages', async () => {
    await expect(newestHomes.getByRole('listitem')).toHaveCount(3);
    await expect(newestHomes.getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/property\/\d+$/,
    );
    await expectAccessible(page);
  });

  await test.step('its filters can be changed on the listing page', async () => {
    await page.getByRole('link', { name: `Edit filters for ${name}` }).click();
    await expect(page).toHaveURL(/\/for-sale/);
    const bar = page.getByRole('region', { name: `Edit ${name}` });
    await expect(bar).toContainText(`Editing “${name}”`);
    await expect(page.getByRole('button', { name: 'Save search' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto(`${pagePaths.forSale()}?city=Seattle&propertyType=House`);
    await bar.getByRole('button', { name: 'Update this search' }).click();
    await expect(page.getByText(`“${name}” was updated.`)).toBeVisible();
    await expect(page).toHaveURL(/\/saved-searches$/);
    await expect(page.getByText('For sale in Seattle, House', { exact: true })).toBeVisible();
  });

  await test.step('Cancel does not change the search', async () => {
    await page.getByRole('link', { name: `Edit filters for ${name}` }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible();
    await page.reload();
    await expectHydrated(page);
    await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible();
  });
});

test('a saved search being edited is hidden from the next user, who signs in in another tab @full', async ({
  page,
  request,
  context,
}) => {
  const [user, nextUser] = [await makeAccount(request, 'user'), await makeAccount(request, 'user')];
  await saveSearch(request, user, { name: 'Private wishes' });
  await actAs(page, user);
  await page.goto(pagePaths.savedSearches());
  await page.getByRole('link', { name: 'Edit filters for Private wishes' }).click();
  const bar = page.getByText('Private wishes');
  await expect(bar).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await otherTab.getByRole('button', { name: user.name }).click();
  await otherTab.getByRole('button', { name: 'Logout' }).click();
  await signInOnPage(otherTab, nextUser);
  await expect(page.getByRole('button', { name: nextUser.name })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible();
});

test('sets the time zone of emails and whether saved homes trigger them @full', async ({
  page,
  request,
}) => {
  const account = await makeAccount(request, 'user');
  await saveSearch(request, account, { frequency: 'daily' });
  await actAs(page, account);
  await page.goto(pagePaths.savedSearches());
  const favorites = page.getByRole('switch', { name: 'Email me about my saved homes' });
  await expect(favorites).toBeChecked();
  await favorites.uncheck();
  await expect(favorites).not.toBeChecked();
  await expect(favorites).toBeEnabled();
  const timeZoneField = page.getByLabel('Email time zone');
  await timeZoneField.focus();
  const waitForTimeZoneSave = () =>
    page.waitForResponse(
      (response) =>
        response.request().postData()?.includes('America/Chicago') === true && response.ok(),
    );
  const timeZoneSaved = waitForTimeZoneSave();
  await timeZoneField.selectOption('America/Chicago');
  await expect(timeZoneField).toBeFocused();
  await timeZoneSaved;
  await expect(timeZoneField).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Use / }).click();
  await expect(timeZoneField).toBeFocused();
  await expect(timeZoneField).not.toHaveValue('America/Chicago');
  const savedAgain = waitForTimeZoneSave();
  await timeZoneField.selectOption('America/Chicago');
  await expect(page.getByRole('button', { name: /^Use / })).toBeVisible();
  await savedAgain;
  await page.reload();
  await expect(page.getByLabel('Email time zone')).toHaveValue('America/Chicago');
  await expect(favorites).not.toBeChecked();
});

test('the newest homes can be reloaded after a failure @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 503');
  const account = await makeAccount(request, 'user');
  await saveSearch(request, account);
  await actAs(page, account);
  const calls = /\/api\/properties\?/;
  await page.route(calls, (route) =>
    route.fulfill({ status: 503, json: { message: 'Try later.', code: 'UNAVAILABLE' } }),
  );
  await page.goto(pagePaths.savedSearches());
  await expect(page.getByText('The newest homes could not be loaded.')).toBeVisible();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: /^Newest homes/ }).getByRole('listitem')).toHaveCount(
    3,
  );
});
