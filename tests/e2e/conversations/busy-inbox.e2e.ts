/**
 * A busy agent's day: the most common actions among 200 inquiries, with the keyboard only and with the
 * mouse, and the number of key presses and clicks that each takes.
 */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { actAs, bearer } from '../support/accounts.ts';
import { makeBusyAgent } from './busy-inbox.ts';
import { expect, expectAccessible, freezeEventTime, test } from '../support/fixtures.ts';

test.slow();

const replyField = (page: Page, name: string) =>
  page.getByLabel(`Reply to ${name}`, { exact: true });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const stageButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const expectPressed = async (page: Page, name: string) =>
  expect(stageButton(page, name)).toHaveAttribute('aria-pressed', 'true');

/** Starts counting key presses (without Ctrl and Shift) and mouse clicks. */
async function startCounting(page: Page) {
  await page.addInitScript(() => {
    const counts = { keys: 0, clicks: 0 };
    Object.assign(globalThis, { counts });
    addEventListener(
      'keydown',
      ({ key }) => (counts.keys += ['Control', 'Shift'].includes(key) ? 0 : 1),
      { capture: true },
    );
    addEventListener('pointerdown', () => (counts.clicks += 1), { capture: true });
  });
  let before = { keys: 0, clicks: 0 };
  /** Runs a step that must take exactly the expected presses and clicks, apart from typed text. */
  return async (
    name: string,
    expected: { keys?: number; clicks?: number },
    run: () => Promise<void>,
  ) =>
    test.step(name, async () => {
      await run();
      const now = await page.evaluate(
        () => (globalThis as unknown as { counts: typeof before }).counts,
      );
      const actual = { keys: now.keys - before.keys, clicks: now.clicks - before.clicks };
      before = now;
      expect(actual, name).toEqual({ keys: 0, clicks: 0, ...expected });
    });
}

test('works through two hundred inquiries with the keyboard only', async ({ page, request }) => {
  const { agent, home } = await makeBusyAgent(request, 200);
  await actAs(page, agent);
  const countedStep = await startCounting(page);
  await freezeEventTime(page);
  await page.goto(pagePaths.overview());
  await expect(page.getByText('Your Recent Activity')).toBeVisible();
  const key = (name: string) => page.keyboard.press(name);

  // The inbox opens the first unread inquiry automatically.
  await countedStep('opens the inbox', { keys: 2 }, async () => {
    await key('g');
    await key('i');
    await expect(page.getByText('200 inquiries')).toBeVisible();
    await expect(replyField(page, 'Sender 1')).toBeVisible();
  });
  await countedStep('reads an inquiry and replies', { keys: 2 }, async () => {
    await expect(messages(page)).toContainText('Hello, this is Sender 1.');
    await key('r');
    await page.keyboard.insertText('All of it, up to the oak.');
    await key('Control+Enter');
    await expect(messages(page)).toContainText('up to the oak.');
    await expectPressed(page, 'Contacted');
    await expect(replyField(page, 'Sender 1')).not.toBeFocused();
  });
  await countedStep('changes its stage', { keys: 1 }, async () => {
    await key('4');
    await expectPressed(page, 'Offer');
  });
  await countedStep('opens the next unread inquiry', { keys: 1 }, async () => {
    await key('Shift+J');
    await expect(replyField(page, 'Sender 6')).toBeVisible();
  });
  await countedStep('replies with a saved reply', { keys: 4 }, async () => {
    await key('s');
    await key('ArrowDown');
    await key('Enter');
    await expect(replyField(page, 'Sender 6')).toBeFocused();
    await key('Control+Enter');
    await expect(messages(page)).toContainText('Yes, it is still available.');
    await expect(replyField(page, 'Sender 6')).not.toBeFocused();
  });
  await countedStep('adds a note', { keys: 2 }, async () => {
    await key('n');
    await page.keyboard.insertText('Has two cats.');
    await key('Escape');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  await countedStep('sets a reminder', { keys: 2 }, async () => {
    await key('h');
    await key('Enter');
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeFocused();
  });
  await countedStep('closes an inquiry', { keys: 1 }, async () => {
    await key('5');
    await expectPressed(page, 'Closed');
  });
  await countedStep('exports the list', { keys: 1 }, async () => {
    const file = page.waitForEvent('download');
    await key('e');
    expect((await file).suggestedFilename()).toBe('inquiries.csv');
  });
  await countedStep('searches for a sender by name', { keys: 3 }, async () => {
    await key('/');
    await page.keyboard.insertText('sender 187');
    await key('Enter');
    await expect(page.getByText('1 inquiry', { exact: true })).toBeVisible();
    await key('j');
    await expect(replyField(page, 'Sender 187')).toBeVisible();
  });
  await countedStep('opens the listing', { keys: 1 }, async () => {
    await key('v');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title);
  });
});

test('works through two hundred inquiries with the mouse @full', async ({ page, request }) => {
  const { agent, home } = await makeBusyAgent(request, 200);
  await actAs(page, agent);
  const countedStep = await startCounting(page);
  await page.goto(pagePaths.overview());
  await expect(page.getByText('Your Recent Activity')).toBeVisible();

  await countedStep('opens the inbox', { clicks: 1 }, async () => {
    await page.getByRole('link', { name: /^Inquiries ?, \d+ unread/ }).click();
    await expect(replyField(page, 'Sender 1')).toBeVisible();
  });
  await countedStep('reads an inquiry and replies', { clicks: 2 }, async () => {
    await replyField(page, 'Sender 1').click();
    await page.keyboard.insertText('All of it, up to the oak.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(messages(page)).toContainText('up to the oak.');
  });
  await countedStep('changes its stage', { clicks: 1 }, async () => {
    await stageButton(page, 'Offer').click();
    await expectPressed(page, 'Offer');
  });
  await countedStep('opens the next unread inquiry', { clicks: 1 }, async () => {
    await page.getByRole('link', { name: /^Unread: Sender 6 / }).click();
    await expect(replyField(page, 'Sender 6')).toBeVisible();
  });
  await countedStep('replies with a saved reply', { clicks: 3 }, async () => {
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('button', { name: /^Thank you for your interest/ }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(messages(page)).toContainText('Yes, it is still available.');
    await expect(replyField(page, 'Sender 6')).not.toBeFocused();
  });
  await countedStep('adds a note', { clicks: 2 }, async () => {
    await page.getByRole('textbox', { name: 'Note' }).click();
    await page.keyboard.insertText('Has two cats.');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });
  await countedStep('sets a reminder', { clicks: 1 }, async () => {
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
  });
  await countedStep('closes an inquiry', { clicks: 1 }, async () => {
    await stageButton(page, 'Closed').click();
    await expectPressed(page, 'Closed');
  });
  await countedStep('exports the list', { clicks: 1 }, async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await file).suggestedFilename()).toBe('inquiries.csv');
  });
  await countedStep('searches for a sender by name', { clicks: 2 }, async () => {
    await page.getByLabel('Search inquiries').click();
    await page.keyboard.insertText('sender 187');
    await page.getByRole('link', { name: /Sender 187/ }).click();
    await expect(replyField(page, 'Sender 187')).toBeVisible();
  });
  await countedStep('opens the listing', { clicks: 1 }, async () => {
    await page.getByRole('link', { name: home.title }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.title);
  });
});

test('shortcuts work across pages of the inbox and find unread inquiries on any page @full', async ({
  page,
  request,
}) => {
  const { agent } = await makeBusyAgent(request, 60);
  await actAs(page, agent);
  await page.goto(pagePaths.manageInquiries());
  await page.getByRole('link', { name: /Sender 24 / }).click();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('link', { name: /Sender 25 / })).toBeVisible();
  await page.keyboard.press('j');
  await expect(replyField(page, 'Sender 25')).toBeVisible();
  await page.keyboard.press('Shift+J');
  await expect(replyField(page, 'Sender 26')).toBeVisible();
  await page.keyboard.press('Shift+J');
  await expect(replyField(page, 'Sender 31')).toBeVisible();
  // Two of the five unread inquiries on this page were opened.
  await expect(page.getByRole('link', { name: /^Unread: Sender/ })).toHaveCount(3);
  await page.keyboard.press('Shift+K');
  await expect(page).toHaveURL(/inquiries$/);
  await expect(page.getByRole('link', { name: /Sender 24 / })).toBeVisible();
  await expectAccessible(page);
});

test('the note field shows changes from elsewhere, and does not revert them', async ({
  page,
  request,
}) => {
  const { agent } = await makeBusyAgent(request, 1);
  const headers = bearer(agent);
  const list = await request.get('/api/inquiries', { headers });
  const [inquiry] = (await list.json()) as { _id: string }[];
  const url = `/api/inquiries/${inquiry?._id}`;
  const changeElsewhere = async (note: string) =>
    expect((await request.patch(url, { headers, data: { note } })).status()).toBe(200);
  await actAs(page, agent);
  // Changes made before the stream opens would not reach the page.
  const events = page.waitForResponse('**/api/events');
  await page.goto(`${pagePaths.manageInquiries()}?id=${inquiry?._id}`);
  const field = page.getByRole('textbox', { name: 'Note' });
  await expect(field).toHaveValue('');
  await events;

  await changeElsewhere('Written elsewhere.');
  await expect(field).toHaveValue('Written elsewhere.');
  let changeCount = 0;
  page.on('request', (sent) => (changeCount += sent.method() === 'PATCH' ? 1 : 0));
  await field.focus();
  await page.keyboard.press('Tab');
  expect(changeCount).toBe(0);

  await field.fill('Edited here.');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await changeElsewhere('Edited elsewhere.');
  await expect(field).toHaveValue('Edited elsewhere.');
});

test('going back before leaving the reminder field saves the reminder, or shows an error if it cannot be saved', async ({
  page,
  request,
  expectedErrors,
}) => {
  const { agent } = await makeBusyAgent(request, 1);
  const headers = bearer(agent);
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await page.getByRole('link', { name: /^Inquiries/ }).click();
  await page.getByLabel('Remind me at').fill('2040-05-06T07:08');
  await page.goBack();
  const readReminder = async () => {
    const list = await request.get('/api/inquiries', { headers });
    const [inquiry] = (await list.json()) as { remindAt: string | null }[];
    return inquiry?.remindAt;
  };
  await expect.poll(readReminder).toMatch(/^2040-05-0/);

  expectedErrors.push('ERR_FAILED');
  await page.route('**/api/inquiries/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.goForward();
  await page.getByLabel('Remind me at').fill('2041-05-06T07:08');
  await page.goBack();
  await expect(page.getByText('Your change to the inquiry could not be saved.')).toBeVisible();
});

test('a note is saved when the agent goes back, and stays in the field if it cannot be saved', async ({
  page,
  request,
  expectedErrors,
}) => {
  const { agent } = await makeBusyAgent(request, 1);
  const headers = bearer(agent);
  const list = await request.get('/api/inquiries', { headers });
  const [inquiry] = (await list.json()) as { _id: string }[];
  const url = `/api/inquiries/${inquiry?._id}`;
  const readNote = async () =>
    ((await (await request.get(url, { headers })).json()) as { note: string }).note;
  await actAs(page, agent);
  await page.goto('/dashboard/my-listings');
  await page.getByRole('link', { name: /^Inquiries/ }).click();
  const field = page.getByRole('textbox', { name: 'Note' });
  await field.fill('Budget up to 600k.');
  await page.goBack();
  await expect(field).toBeHidden();
  await expect.poll(readNote).toBe('Budget up to 600k.');

  expectedErrors.push('ERR_FAILED');
  await page.goForward();
  await page.route(`**${url}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await field.fill('Call after 5.');
  await page.goBack();
  await expect(field).toBeHidden();
  await page.goForward();
  await expect(field).toHaveValue('Call after 5.');
  await page.unroute(`**${url}`);
  await field.focus();
  await page.keyboard.press('Tab');
  await expect.poll(readNote).toBe('Call after 5.');
});
