/** Background jobs in the admin's dashboard. */

import { pagePaths } from '#shared/page-paths.ts';
import { actAs, makeAccount, makeAdmin, uniqueWord } from '../support/accounts.ts';
import { addFailedJob } from '../support/failed-job.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

test.slow();

test('an admin sees why a job failed, retries it, and discards another', async ({
  page,
  request,
}) => {
  const [again, never] = [uniqueWord('again'), uniqueWord('never')];
  await addFailedJob(`The lamp broke: ${again}`);
  await addFailedJob(`The door stuck: ${never}`);
  await actAs(page, await makeAdmin(request));
  const card = (word: string) => page.getByRole('listitem').filter({ hasText: word });

  await test.step('lists failed jobs with their reason', async () => {
    await page.goto(pagePaths.overview());
    await page.getByRole('link', { name: /^Work Queue/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Work Queue' })).toBeVisible();
    await expect(card(again)).toContainText('Write the alert for a search');
    await expect(card(again)).toContainText('Gave up after 14 failed tries');
    await expectAccessible(page);
  });

  await test.step('shows the job’s details', async () => {
    await card(again)
      .getByRole('button', { name: /^Details/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('searchId');
    await expect(dialog).toContainText('999999999');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a retried job completes', async () => {
    await card(again)
      .getByRole('button', { name: /^Try again now/ })
      .click();
    await expect(card(again)).toHaveCount(0);
  });

  await test.step('a discarded job disappears', async () => {
    await card(never)
      .getByRole('button', { name: /^Discard/ })
      .click();
    const dialog = page.getByRole('alertdialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(never)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('recurring jobs are listed as waiting', async () => {
    await page.getByRole('link', { name: /^Waiting/ }).click();
    // Hourly, so that it is on the first page, whatever jobs other tests have delayed.
    const turn = card('Delete unconfirmed alerts');
    await expect(turn).toContainText('Recurring');
    await expect(turn.getByRole('button', { name: /^Discard/ })).toHaveCount(0);
  });
});

test('an agent sees that the page is for admins @full', async ({ page, request }) => {
  await actAs(page, await makeAccount(request, 'agent'));
  await page.goto(pagePaths.jobs());
  await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Work Queue/ })).toHaveCount(0);
});
