/**
 * Inquiries: changes in one browser appear in another without a reload, opening and replying to
 * conversations, and stopping emails.
 */

import { pagePaths } from '#shared/page-paths.ts';
import {
  actAs,
  bearer,
  makeAccount,
  makeListing,
  signInOnPage,
  uniqueWord,
} from '../support/accounts.ts';
import { makeBusyAgent } from './busy-inbox.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { countEmailsTo, findEmailLink } from '../support/emails.ts';

test('a visitor without an account asks, the agent replies by keyboard, and both see the messages immediately', async ({
  page,
  browser,
  request,
  expectedErrors,
}) => {
  const word = uniqueWord('ask');
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  const address = '12 Orchard Row';
  const listing = await makeListing(request, agent, { title: `Home ${word}`, address });

  const agentPage = await (await browser.newContext()).newPage();
  await actAs(agentPage, agent);
  const stream = agentPage.waitForResponse((response) => response.url().endsWith('/api/events'));
  await agentPage.goto(pagePaths.manageInquiries());
  await expect(agentPage.getByRole('heading', { name: 'No inquiries yet' })).toBeVisible();
  await stream;

  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);
  const askButton = page
    .getByRole('button', { name: 'Ask about this home' })
    .filter({ visible: true });
  const form = page.getByRole('dialog');

  await test.step('closing the dialog preserves typed text', async () => {
    await askButton.click();
    await expect(form.getByLabel('Your question')).toHaveValue(`I'm interested in ${address}.`);
    await form.getByLabel('Name').fill(`Sender ${word}`);
    await form.getByLabel('Email').fill(`${word}@example.org`);
    await form.getByLabel('Your question').fill('Is the garden included?');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await askButton.click();
    await expect(form.getByLabel('Your question')).toHaveValue('Is the garden included?');
  });

  await test.step('says that the question was not sent if the dialog was closed', async () => {
    expectedErrors.push('ERR_FAILED');
    const received = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/api/properties/*/inquiries', async (route) => {
      received.resolve();
      await released.promise;
      await route.abort();
    });
    await form.getByRole('button', { name: 'Send question' }).click();
    await received.promise;
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    released.resolve();
    await expect(page.getByText('Your question could not be sent.')).toBeVisible();
    await page.unroute('**/api/properties/*/inquiries');
    await askButton.click();
    await expect(form.getByLabel('Your question')).toHaveValue('Is the garden included?');
  });

  await test.step('the question appears in the inbox', async () => {
    await form.getByRole('button', { name: 'Send question' }).click();
    await expect(form.getByRole('heading', { name: 'Question sent' })).toBeVisible();
    await expect(agentPage.getByRole('link', { name: `Unread: Sender ${word}` })).toBeVisible();
    await expect(agentPage.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    await form.getByRole('link', { name: 'Open the conversation' }).click();
    // This is the heading of the page, not of the dialog ('Question sent').
    await expect(page.getByRole('heading', { name: 'Your question', exact: true })).toBeVisible();
  });

  await test.step('the reply appears on the visitor’s page', async () => {
    await agentPage.keyboard.press('j');
    await expect(agentPage.getByLabel(`Reply to Sender ${word}`)).toBeVisible();
    await agentPage.keyboard.press('r');
    await agentPage.keyboard.type('All of it, up to the oak.');
    await agentPage.keyboard.press('Control+Enter');
    const messages = agentPage.getByRole('list', { name: 'Messages' });
    await expect(messages).toContainText('All of it, up to the oak.');
    await expect(agentPage.getByRole('button', { name: 'Contacted' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('up to the oak.');
  });

  await test.step('a number key sets the inquiry’s stage', async () => {
    await agentPage.keyboard.press('Escape');
    await agentPage.keyboard.press('4');
    await expect(agentPage.getByRole('button', { name: 'Offer' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

test('questions from two visitors in one tab open a conversation for each of them', async ({
  page,
  request,
}) => {
  const word = uniqueWord('tab');
  const agent = await makeAccount(request, 'agent');
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  await page.goto(pagePaths.property(listing._id));
  await expectHydrated(page);
  const form = page.getByRole('dialog');
  for (const name of ['First', 'Second', 'Second']) {
    await page
      .getByRole('button', { name: 'Ask about this home' })
      .filter({ visible: true })
      .click();
    await form.getByLabel('Name').fill(`${name} ${word}`);
    await form.getByLabel('Email').fill(`${name}-${word}@example.org`);
    await form.getByLabel('Your question').fill(`Question of ${name}`);
    await form.getByRole('button', { name: 'Send question' }).click();
    await form.getByRole('button', { name: 'Close' }).last().click();
    await expect(form).toBeHidden();
  }
  const response = await request.get('/api/inquiries', { headers: bearer(agent) });
  expect(((await response.json()) as { name: string }[]).map(({ name }) => name)).toEqual([
    `Second ${word}`,
    `First ${word}`,
  ]);
});

for (const person of ['a visitor', 'the user'])
  test(`an unsent question of ${person} is hidden from the next user if its tab was away during the sign-out @full`, async ({
    page,
    request,
    context,
  }) => {
    const user = await makeAccount(request, 'user');
    const listing = await makeListing(request, await makeAccount(request, 'agent'));
    const otherTab = await context.newPage();
    const signIn = async () => {
      await otherTab.goto('/contact');
      await signInOnPage(otherTab, user);
    };
    const question = page.getByRole('dialog').getByLabel('Your question');
    const openForm = async () => {
      await page.goto(pagePaths.property(listing._id));
      await expectHydrated(page);
      await page
        .getByRole('button', { name: 'Ask about this home' })
        .filter({ visible: true })
        .click();
      await expect(question).toBeVisible();
    };
    if (person === 'the user') await signIn();
    await openForm();
    await question.fill('A private question');
    await page.goto('about:blank');
    if (person === 'a visitor') await signIn();
    await otherTab.goto('/');
    await otherTab.getByRole('button', { name: user.name }).click();
    await otherTab.getByRole('button', { name: 'Logout' }).click();
    await expect(otherTab.getByRole('link', { name: 'Login' })).toBeVisible();
    await openForm();
    await expect(question).not.toHaveValue(/private/);
  });

test('replies and follow-up questions appear immediately in the other browser @full', async ({
  page,
  browser,
  request,
}) => {
  const word = uniqueWord('ask');
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  const sender = await makeAccount(request, 'user', `Sender ${word}`);
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  const inquiryResponse = await request.post(`/api/properties/${listing._id}/inquiries`, {
    headers: bearer(sender),
    data: { name: sender.name, email: sender.email, message: 'Is the garden included?' },
  });
  const { _id } = (await inquiryResponse.json()) as { _id: string };
  const agentPage = await (await browser.newContext()).newPage();
  const streams = [page, agentPage].map(async (tab) =>
    tab.waitForResponse((response) => response.url().endsWith('/api/events')),
  );
  await actAs(page, sender);
  await actAs(agentPage, agent);
  await page.goto(pagePaths.inquiries({ id: _id }));
  await agentPage.goto(pagePaths.manageInquiries());
  await agentPage.getByRole('link', { name: `Sender ${word}` }).click();
  await Promise.all(streams);
  const messages = (tab: typeof page) => tab.getByRole('list', { name: 'Messages' });
  await expect(messages(page)).toContainText('Is the garden included?');

  await agentPage.getByLabel(`Reply to Sender ${word}`).fill('All of it, up to the oak.');
  await agentPage.keyboard.press('Control+Enter');
  await expect(messages(page)).toContainText('All of it, up to the oak.');
  await page.getByRole('main').getByRole('textbox').fill('And the shed?');
  await page.keyboard.press('Control+Enter');
  await expect(messages(agentPage)).toContainText('And the shed?');
});

test('opens the first unread conversation on wide screens @full', async ({ page, request }) => {
  const { agent } = await makeBusyAgent(request, 12);
  await actAs(page, agent);
  const row = (name: string) => page.getByRole('link', { name: new RegExp(`${name} `) });
  const box = page.getByLabel(/^Reply to Sender/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pagePaths.manageInquiries());
  await expect(row('Unread: Sender 1')).toBeVisible();
  await expect(box).toHaveCount(0);
  await expect(page).toHaveURL(/inquiries$/);
  // The conversation replaces the list, which contained the focused link.
  await row('Sender 2').focus();
  await page.keyboard.press('Enter');
  const conversation = page.getByRole('region', { name: 'Inquiry from Sender 2' });
  await expect(page.locator('div[tabindex="-1"]', { has: conversation })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Inquiries' })).toBeFocused();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pagePaths.manageInquiries());
  await expect(page.getByLabel('Reply to Sender 1', { exact: true })).toBeVisible();
  await expect(row('Sender 1')).toHaveAttribute('aria-current', 'true');
  expect(
    (await page.getByRole('list', { name: 'Inquiries' }).boundingBox())?.width,
  ).toBeGreaterThan(379);
  await page.goto(pagePaths.manageInquiries());
  await expect(page.getByLabel('Reply to Sender 6', { exact: true })).toBeVisible();

  // If all are read, none is opened.
  await page.goto(pagePaths.manageInquiries({ searchTerm: 'Sender 2' }));
  await expect(page.getByText('Select an inquiry (or press J).')).toBeVisible();
  await expectAccessible(page);
});

test('older conversations are on later pages of the user’s inquiries @full', async ({
  page,
  request,
}) => {
  const sender = await makeAccount(request, 'user');
  await makeBusyAgent(request, 30, sender);
  await actAs(page, sender);
  await page.goto(pagePaths.inquiries());
  const rows = page.getByRole('main').locator('li[data-row]');
  await expect(rows).toHaveCount(24);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(6);
  await rows.last().getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('this is Sender 30');
  await expect(rows).toHaveCount(6);
});

test('text typed while a reply is being sent is preserved, and the sent text is cleared @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  const { agent } = await makeBusyAgent(request, 2);
  await actAs(page, agent);
  await page.goto(pagePaths.manageInquiries());
  const box = (name: string) => page.getByLabel(`Reply to ${name}`, { exact: true });
  const openConversation = (name: string) =>
    page.getByRole('link', { name: new RegExp(`${name} `) }).click();
  let requestReceived = Promise.withResolvers<void>();
  let released = Promise.withResolvers<void>();
  await page.route('**/api/inquiries/*/messages', async (route) => {
    requestReceived.resolve();
    await released.promise;
    await route.continue();
  });

  await test.step('keeps what is typed after sending', async () => {
    await openConversation('Sender 1');
    await box('Sender 1').fill('Yes.');
    await page.keyboard.press('Control+Enter');
    await requestReceived.promise;
    await page.keyboard.type(' On Friday?');
    released.resolve();
    await expect(box('Sender 1')).toHaveValue(' On Friday?');
    await expect(box('Sender 1')).toBeFocused();
  });

  await test.step('clears the sent text while another conversation is open', async () => {
    requestReceived = Promise.withResolvers<void>();
    released = Promise.withResolvers<void>();
    const replyResponse = page.waitForResponse((response) => response.url().endsWith('/messages'));
    await box('Sender 1').fill('On Friday?');
    await page.keyboard.press('Control+Enter');
    await requestReceived.promise;
    await openConversation('Sender 2');
    await expect(box('Sender 2')).toBeVisible();
    released.resolve();
    await replyResponse;
    await openConversation('Sender 1');
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('On Friday?');
    await expect(box('Sender 1')).toHaveValue('');
  });

  await test.step('says that a message failed while another conversation is open, and sends it once', async () => {
    expectedErrors.push('ERR_FAILED');
    requestReceived = Promise.withResolvers<void>();
    released = Promise.withResolvers<void>();
    await page.unroute('**/api/inquiries/*/messages');
    // The server receives the message, but its response is lost.
    await page.route('**/api/inquiries/*/messages', async (route) => {
      await route.fetch();
      requestReceived.resolve();
      await released.promise;
      await route.abort();
    });
    await box('Sender 1').fill('At 5 PM?');
    await page.keyboard.press('Control+Enter');
    await requestReceived.promise;
    await openConversation('Sender 2');
    await expect(box('Sender 2')).toBeVisible();
    released.resolve();
    await expect(page.getByText('Your message could not be sent.')).toBeVisible();
    await page.unroute('**/api/inquiries/*/messages');
    await openConversation('Sender 1');
    await expect(box('Sender 1')).toHaveValue('At 5 PM?');
    await box('Sender 1').press('Control+Enter');
    await expect(box('Sender 1')).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Messages' }).getByText('At 5 PM?')).toHaveCount(1);
  });
});

test('a visitor without an account stops all emails through a link in one of them', async ({
  page,
  request,
}) => {
  const word = uniqueWord('stop');
  const email = `${word}@example.org`;
  const agent = await makeAccount(request, 'agent', `Agent ${word}`);
  const listing = await makeListing(request, agent, { title: `Home ${word}` });
  const sendInquiry = async (from: string) =>
    request.post(`/api/properties/${listing._id}/inquiries`, {
      data: { name: `Sender ${word}`, email: from, message: 'Is the garden included?' },
    });
  expect((await sendInquiry(email)).status()).toBe(201);

  await page.goto(await findEmailLink(email, /Stop all[^]{1,80}(\/unsubscribe\?\S+)/));
  await expectHydrated(page);
  await expect(
    page.getByRole('heading', { name: 'Stop all emails from this site?' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stop all emails' }).click();
  await expect(page.getByRole('heading', { name: 'All emails are stopped' })).toBeVisible();

  // Emails are sent in order: once the other address has received one, no earlier one is pending.
  const other = `other-${email}`;
  expect((await sendInquiry(email)).status()).toBe(201);
  expect((await sendInquiry(other)).status()).toBe(201);
  await findEmailLink(other, /(Stop all emails from this site)/);
  expect(await countEmailsTo(email)).toBe(1);
});
