/** Background jobs in the admin dashboard. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeAdmin, uniqueWord } from '../support/accounts.ts';
import { addFailedJob } from '../support/failed-job.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.slow();

test('an admin views failed jobs, retries one, and discards another', async ({ page, request }) => {
  const [retriedWord, discardedWord] = [uniqueWord('retried'), uniqueWord('discarded')];
  await addFailedJob(`The lamp broke: ${retriedWord}`);
  await addFailedJob(`The door stuck: ${discardedWord}`);
  await actAs(page, await makeAdmin(request));
  const card = (word: string) => page.getByRole('listitem').filter({ hasText: word });

  await test.step('lists failed jobs with their errors', async () => {
    await page.goto(pagePaths.overview());
    await page.getByRole('link', { name: /^Work Queue/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Work Queue' })).toBeVisible();
    await expect(card(retriedWord)).toContainText('Prepare the alert for a search');
    await expect(card(retriedWord)).toContainText('Gave up after 14 failed tries');
    await expectAccessible(page);
  });

  await test.step('shows the job’s details', async () => {
    await card(retriedWord)
      .getByRole('button', { name: /^Details/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('searchId');
    await expect(dialog).toContainText('999999999');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a retried job leaves the list of failed jobs', async () => {
    await card(retriedWord)
      .getByRole('button', { name: /^Try again now/ })
      .click();
    await expect(card(retriedWord)).toHaveCount(0);
  });

  await test.step('a discarded job disappears', async () => {
    await card(discardedWord)
      .getByRole('button', { name: /^Discard/ })
      .click();
    const dialog = page.getByRole('alertdialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(discardedWord)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('recurring jobs are listed as waiting', async () => {
    await page.getByRole('link', { name: /^Waiting/ }).click();
    // An hourly job, which is on the first page regardless of other tests' jobs.
    const recurring = card('Delete unconfirmed and overdue alerts');
    await expect(recurring).toContainText('Recurring');
    await expect(recurring.getByRole('button', { name: /^Discard/ })).toHaveCount(0);
  });
});

test('tells agents that the page is for admins @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto(pagePaths.jobs());
  await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Work Queue/ })).toHaveCount(0);
});
