/** Changes to inquiries, reports, and notifications, for tests/e2e/failures/broken-writes.e2e.ts. */

import type { APIRequestContext, Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import {
  bearer,
  makeAccount,
  makeAdmin,
  makeListing,
  type Account,
} from '../../support/accounts.ts';
import { expect } from '../../support/fixtures.ts';
import { button, type Change } from './change.ts';

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const row = (page: Page, word: string) => page.getByRole('link', { name: `Sender ${word}` });
const composer = (page: Page) => page.getByRole('main').getByLabel(/^Write to /);
const QUESTION = 'Is the garden included?';

/** Asks an agent a question from a sender named after the word. */
async function sendInquiry(request: APIRequestContext, word: string) {
  const agent = await makeAccount(request, 'agent');
  const sender = await makeAccount(request, 'user', `Sender ${word}`);
  const home = await makeListing(request, agent, { title: `Home ${word}` });
  const response = await request.post(`/api/properties/${home._id}/inquiries`, {
    headers: bearer(sender),
    data: { name: sender.name, email: sender.email, message: QUESTION },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { agent, sender, id: ((await response.json()) as { _id: string })._id };
}

const withHome = async (request: APIRequestContext, word: string): Promise<[null, string]> => {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent, { title: `Home ${word}` });
  return [null, pagePaths.property(_id)];
};

const report = (page: Page, word: string) =>
  page.getByRole('listitem').filter({ hasText: `Home ${word}` });

export const INQUIRY_CHANGES: Readonly<Record<string, Change>> = {
  'POST /properties/:id/inquiries': {
    setUp: withHome,
    fill: async (page, { word }) => {
      await button(page, 'Ask about this home').filter({ visible: true }).click();
      await dialog(page).getByLabel('Name').fill(`Sender ${word}`);
      await dialog(page).getByLabel('Email').fill(`${word}@example.org`);
      await dialog(page).getByLabel('Your question').fill(QUESTION);
    },
    submit: (page) => button(page, 'Send question').click(),
    expectPreserved: async (page, { word }) => {
      await expect(dialog(page).getByLabel('Name')).toHaveValue(`Sender ${word}`);
      await expect(dialog(page).getByLabel('Your question')).toHaveValue(QUESTION);
    },
    expectDone: (page) =>
      expect(page.getByRole('heading', { name: 'Question sent' })).toBeVisible(),
  },
  'POST /inquiries/:id/messages': {
    setUp: async (request, word): Promise<[Account, string]> => {
      const { sender, id } = await sendInquiry(request, word);
      return [sender, pagePaths.inquiries({ id })];
    },
    fill: (page) => composer(page).fill('And the shed?'),
    submit: (page) => page.getByRole('button', { name: 'Send', exact: true }).click(),
    expectPreserved: (page) => expect(composer(page)).toHaveValue('And the shed?'),
    expectDone: async (page) => {
      await expect(messages(page)).toContainText('And the shed?');
      await expect(composer(page)).toHaveValue('');
    },
  },
  'POST /inquiries/:id/read': {
    setUp: async (request, word): Promise<[Account, string]> => [
      (await sendInquiry(request, word)).agent,
      pagePaths.manageInquiries(),
    ],
    submit: async (page, { word }) => {
      await page.goto(pagePaths.manageInquiries());
      await row(page, word).click();
      await expect(messages(page)).toContainText(QUESTION);
    },
    isSilent: true,
    // The inquiry stays unread, and is marked as read the next time.
    expectPreserved: (page, { word }) => expect(row(page, word)).toContainText('Unread: '),
    expectDone: (page, { word }) => expect(row(page, word)).not.toContainText('Unread: '),
  },
  'PATCH /inquiries/:id': {
    setUp: async (request, word): Promise<[Account, string]> => {
      const { agent, id } = await sendInquiry(request, word);
      return [agent, pagePaths.manageInquiries({ id })];
    },
    submit: (page) => button(page, 'Offer').click(),
    expectPreserved: (page) =>
      expect(button(page, 'Offer')).toHaveAttribute('aria-pressed', 'false'),
    expectDone: async (page, { word }) => {
      await expect(button(page, 'Offer')).toHaveAttribute('aria-pressed', 'true');
      await expect(row(page, word)).toContainText('Offer');
    },
  },
  'POST /notifications/read': {
    setUp: async (request, word): Promise<[Account, string]> => [
      (await sendInquiry(request, word)).agent,
      pagePaths.myListings(),
    ],
    fill: (page) => button(page, 'Notifications, 1 unread').click(),
    submit: (page) => button(page, 'Mark all as read').click(),
    expectPreserved: (page) => expect(button(page, 'Mark all as read')).toBeEnabled(),
    expectDone: (page) => expect(button(page, 'Mark all as read')).toHaveCount(0),
  },
  'POST /properties/:id/reports': {
    setUp: withHome,
    fill: async (page) => {
      await button(page, 'Report this listing').click();
      await dialog(page)
        .getByLabel('What’s wrong with this listing?')
        .selectOption('Facts are wrong');
      await dialog(page).getByLabel('Details (optional)').fill('It has one bedroom.');
    },
    submit: (page) => button(page, 'Send report').click(),
    expectPreserved: async (page) => {
      await expect(dialog(page).getByLabel('What’s wrong with this listing?')).toHaveValue(
        'wrong_facts',
      );
      await expect(dialog(page).getByLabel('Details (optional)')).toHaveValue(
        'It has one bedroom.',
      );
    },
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible(),
  },
  'PATCH /reports/:id': {
    setUp: async (request, word): Promise<[Account, string]> => {
      const agent = await makeAccount(request, 'agent');
      const { _id } = await makeListing(request, agent, { title: `Home ${word}` });
      const response = await request.post(`/api/properties/${_id}/reports`, {
        data: { reason: 'scam', text: 'The pictures are of another home.' },
      });
      expect(response.status(), await response.text()).toBe(202);
      return [await makeAdmin(request), pagePaths.reports()];
    },
    fill: async (page, { word }) => {
      await report(page, word).getByRole('button', { name: 'Hide the listing' }).click();
      await dialog(page)
        .getByLabel('Note to the agent (optional)')
        .fill('Please send a copy of the deed.');
    },
    submit: (page) => dialog(page).getByRole('button', { name: 'Hide' }).click(),
    expectPreserved: (page) =>
      expect(dialog(page).getByLabel('Note to the agent (optional)')).toHaveValue(
        'Please send a copy of the deed.',
      ),
    // The decided report disappears from the list of open reports.
    expectDone: (page, { word }) => expect(report(page, word)).toHaveCount(0),
  },
};
