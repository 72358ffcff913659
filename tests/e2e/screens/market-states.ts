/** States of inquiries, notifications, saved homes, and shortlists. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import { expectText } from './expectations.ts';
import { fail, FAILED } from './responses.ts';
import type { ScreenState } from './screen.ts';

type Parts = Pick<ScreenState, 'name' | 'address' | 'reach'> & Partial<ScreenState>;

const ofAgent = (parts: Parts): ScreenState => ({
  viewer: 'agent',
  account: ({ market }) => market.agent,
  ...parts,
});
const ofUser = (parts: Parts): ScreenState => ({
  viewer: 'user',
  account: ({ market }) => market.user,
  ...parts,
});
const hasCards = (page: Page) => expect(page.getByRole('article').first()).toBeVisible();
const hasMessages = (page: Page) =>
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
    address: ({ ownHome }) => pagePaths.property(ownHome),
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
    address: ({ market }) => pagePaths.inquiry(market.link),
    reach: hasMessages,
  },
  ofUser({
    name: 'inquiries, a conversation',
    address: ({ market }) => pagePaths.inquiries({ id: market.inquiry }),
    reach: hasMessages,
  }),
  ofAgent({
    name: 'agent inquiries, one opened',
    address: ({ market }) => pagePaths.manageInquiries({ id: market.link.id }),
    reach: hasMessages,
  }),
  ofAgent({
    name: 'agent inquiries, saved replies',
    address: ({ market }) => pagePaths.manageInquiries({ id: market.inquiry }),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Saved replies' }).click();
      await expectText(page, 'Save this message as a reply');
    },
  }),
  ofAgent({
    name: 'agent inquiries, no matches',
    address: () => pagePaths.manageInquiries({ searchTerm: 'zzyzx' }),
    reach: (page) => expectText(page, 'No matching inquiries'),
  }),
  ofAgent({
    name: 'agent inquiries, failed',
    address: () => pagePaths.manageInquiries(),
    prepare: fail(/\/api\/inquiries(\?|$)/),
    complaints: [FAILED],
    reach: (page) => expectText(page, 'Could not load your inquiries'),
  }),
  ofAgent({
    name: 'agent inquiries, new agent',
    account: ({ newcomer }) => newcomer,
    address: () => pagePaths.manageInquiries(),
    reach: (page) => expectText(page, 'No inquiries yet'),
  }),
  ofAgent({
    name: 'notifications, some',
    address: () => pagePaths.overview(),
    reach: async (page) => {
      await openBell(page);
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    },
  }),
  ofAgent({
    name: 'notifications, none',
    account: ({ newcomer }) => newcomer,
    address: () => pagePaths.overview(),
    reach: async (page) => {
      await openBell(page);
      await expectText(page, 'Nothing new.');
    },
  }),
  ofUser({ name: 'favorites, some', address: () => pagePaths.savedHomes(), reach: hasCards }),
  ofUser({
    name: 'shortlists, some',
    address: () => pagePaths.shortlists(),
    reach: (page) => expectText(page, 'Near the park'),
  }),
  ofUser({
    name: 'shortlist, with homes',
    address: ({ market }) => pagePaths.shortlist(market.shortlist),
    reach: hasCards,
  }),
];
