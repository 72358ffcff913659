/** The agent's overview, where open tasks can be completed. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bookTour, setTourHours } from '../support/tour-hours.ts';

test('replies to an inquiry and confirms a tour on the overview', async ({ page, request }) => {
  const word = uniqueWord('open');
  const agent = await makeAccount(request, 'agent');
  await setTourHours(request, agent, 'request');
  const home = await makeListing(request, agent, { title: `Home ${word}` });
  for (const name of [`Iris ${word}`, `Uma ${word}`]) {
    const response = await request.post(`/api/properties/${home._id}/inquiries`, {
      data: {
        name,
        email: `${name.slice(0, 4).trim()}-${word}@example.org`,
        message: 'Is it quiet?',
      },
    });
    expect(response.status(), await response.text()).toBe(201);
  }
  const { _id: tourId } = await bookTour(request, home, `Tom ${word}`);

  await actAs(page, agent);
  await page.goto(pagePaths.overview());
  const panel = page.getByRole('region', { name: 'Needs attention' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  // The tour request also opens an inquiry, which is not listed without a message.
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await expect(row('Tour request').getByRole('link')).toHaveAttribute(
    'href',
    /\?week=\d{4}-\d{2}-\d{2}$/,
  );

  await panel.getByRole('button', { name: `Reply to Iris ${word}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reply to Iris ${word}` });
  await expect(dialog.getByRole('blockquote')).toHaveText('Is it quiet?');
  await expect(dialog.getByLabel('Your message')).toBeFocused();
  await dialog.getByLabel('Your message').fill('Very.');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(row(`Iris ${word}`)).toHaveCount(0);
  await expect(page.locator('div[tabindex="-1"]', { has: panel })).toBeFocused();

  await panel.getByRole('button', { name: `Reply to Uma ${word}` }).click();
  const secondDialog = page.getByRole('dialog', { name: `Reply to Uma ${word}` });
  await secondDialog.getByLabel('Your message').fill('Rarely.');
  // In Safari, clicking the button moves focus out of the form.
  await secondDialog.getByRole('button', { name: 'Close' }).focus();
  await secondDialog.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(secondDialog).toBeHidden();
  await expect(page.getByText('Message sent.').last()).toBeVisible();

  await panel.getByRole('button', { name: `Confirm tour with Tom ${word}` }).click();
  await expect(page.getByText('Tour confirmed.')).toBeVisible();
  await expect(row('Tour request')).toHaveCount(0);
  await expect(page.locator('div[tabindex="-1"]', { has: panel })).toBeFocused();
  const tour = await request.get(`/api/tours/${tourId}`, { headers: bearer(agent) });
  expect(await tour.json()).toMatchObject({ status: 'booked' });
});
