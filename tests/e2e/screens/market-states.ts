/** States of inquiries, notifications, saved homes, and shortlists. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { expectText } from './expectations.ts';
import { fail, SERVER_ERROR } from './responses.ts';
import type { ScreenState } from './screen.ts';

type StateParts = Pick<ScreenState, 'name' | 'url' | 'reach'> & Partial<ScreenState>;

const asAgent = (parts: StateParts): ScreenState => ({
  viewer: 'agent',
  account: ({ market }) => market.agent,
  ...parts,
});
const asUser = (parts: StateParts): ScreenState => ({
  viewer: 'user',
  account: ({ market }) => market.user,
  ...parts,
});
const expectCards = (page: Page) => expect(page.getByRole('article').first()).toBeVisible();
const expectMessages = (page: Page) =>
  expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
const openBell = async (page: Page) =>
  page
    .getByRole('button', { name: /^Notifications/ })
    .filter({ visible: true })
    .click();

export const MARKET_STATES: readonly ScreenState[] = [
  {
    name: 'property, asking a question',
    viewer: 'visitor',
    url: ({ ownHome }) => pagePaths.property(ownHome),
    reach: async (page) => {
      await page.getByRole('button', { name: /^Ask/ }).filter({ visible: true }).click();
      await page.getByRole('dialog').getByLabel('Your question').fill('Hi');
      await page.getByRole('dialog').getByRole('button', { name: 'Send question' }).click();
      await expectText(page, 'Please write at least 10 characters.');
    },
  },
  {
    name: 'inquiry, opened by its link',
    viewer: 'visitor',
    url: ({ market }) => pagePaths.inquiry(market.visitorInquiry),
    reach: expectMessages,
  },
  asUser({
    name: 'inquiries, a conversation',
    url: ({ market }) => pagePaths.inquiries({ id: market.inquiry }),
    reach: expectMessages,
  }),
  asAgent({
    name: 'agent inquiries, an open inquiry',
    url: ({ market }) => pagePaths.manageInquiries({ id: market.visitorInquiry.id }),
    reach: expectMessages,
  }),
  asAgent({
    name: 'agent inquiries, saved replies',
    url: ({ market }) => pagePaths.manageInquiries({ id: market.inquiry }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Saved replies' }).click();
      await expectText(page, 'Save this message as a reply');
    },
  }),
  asAgent({
    name: 'agent inquiries, no matches',
    url: () => pagePaths.manageInquiries({ searchTerm: 'zzyzx' }),
    reach: (page) => expectText(page, 'No matching inquiries'),
  }),
  asAgent({
    name: 'agent inquiries, failed',
    url: () => pagePaths.manageInquiries(),
    prepare: fail(/\/api\/inquiries(\?|$)/),
    expectedErrors: [SERVER_ERROR],
    reach: (page) => expectText(page, 'Could not load your inquiries'),
  }),
  asAgent({
    name: 'agent inquiries, new agent',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.manageInquiries(),
    reach: (page) => expectText(page, 'No inquiries yet'),
  }),
  asAgent({
    name: 'notifications, not empty',
    url: () => pagePaths.overview(),
    reach: async (page) => {
      await openBell(page);
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    },
  }),
  asAgent({
    name: 'notifications, none',
    account: ({ newAgent }) => newAgent,
    url: () => pagePaths.overview(),
    reach: async (page) => {
      await openBell(page);
      await expectText(page, 'Nothing new.');
    },
  }),
  asUser({ name: 'favorites, not empty', url: () => pagePaths.savedHomes(), reach: expectCards }),
  asUser({
    name: 'shortlists, not empty',
    url: () => pagePaths.shortlists(),
    reach: (page) => expectText(page, 'Near the park'),
  }),
  asUser({
    name: 'shortlist, with homes',
    url: ({ market }) => pagePaths.shortlist(market.shortlist),
    reach: expectCards,
  }),
];
