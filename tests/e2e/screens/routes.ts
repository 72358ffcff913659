/** The initial screen of each route of src/client/app/routes.ts. A route without an entry fails screens.e2e.ts. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import type { RouteScreen } from './screen.ts';

const expectCards = (page: Page) => expect(page.getByRole('article').first()).toBeVisible();
const expectTable = (page: Page) => expect(page.getByRole('table').first()).toBeVisible();

/** Expects the notice that agents see on admin pages. */
const expectAdminNotice = (page: Page) =>
  expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();

const overview = (url: string): RouteScreen => ({
  url: () => url,
  heading: (viewer) => (viewer === 'admin' ? 'Admin Overview' : 'Agent Overview'),
  expectLoaded: async (page, viewer) => {
    if (viewer === 'admin') await expect(page.getByRole('application')).toHaveCount(2);
    else await expect(page.getByText('Your Recent Activity')).toBeVisible();
  },
});

const adminTable = (url: string, title: string): RouteScreen => ({
  url: () => url,
  heading: () => title,
  expectLoaded: (page, viewer) =>
    viewer === 'admin' ? expectTable(page) : expectAdminNotice(page),
});

const staticScreen = (url: string, heading: string | RegExp): RouteScreen => ({
  url: () => url,
  heading: () => heading,
});

/** By path, as in route-table.ts. */
export const ROUTE_SCREENS: Readonly<Record<string, RouteScreen>> = {
  '/': { ...staticScreen(pagePaths.home(), /a home you’ll love/), expectLoaded: expectCards },
  '/for-sale': {
    ...staticScreen(pagePaths.forSale(), 'Properties For Sale'),
    expectLoaded: expectCards,
  },
  '/for-rent': {
    ...staticScreen(pagePaths.forRent(), 'Properties For Rent'),
    expectLoaded: expectCards,
  },
  '/for-sale/:state/:city/:zip?': {
    url: () => pagePaths.place('For Sale', { state: 'tx', city: 'austin' }),
    heading: () => 'Properties For Sale in Austin, TX',
    expectLoaded: expectCards,
  },
  '/for-rent/:state/:city/:zip?': {
    url: () => pagePaths.place('For Rent', { state: 'tx', city: 'austin' }),
    heading: () => 'Properties For Rent in Austin, TX',
  },
  '/agents': {
    ...staticScreen(pagePaths.agents(), 'Meet Our Professional Agents'),
    expectLoaded: expectCards,
  },
  '/agent-listings': {
    url: ({ home }) => pagePaths.agentListings({ agentId: home.agentId, agentName: 'Ada' }),
    heading: () => 'Listings by Ada',
    expectLoaded: expectCards,
  },
  '/about': staticScreen(pagePaths.about(), /.+/),
  '/contact': staticScreen(pagePaths.contact(), /.+/),
  // The demo site has no legal documents.
  '/privacy': { ...staticScreen(pagePaths.privacy(), /.+/), expectedError: 'status of 404' },
  '/terms': { ...staticScreen(pagePaths.terms(), /.+/), expectedError: 'status of 404' },
  '/property/:id': {
    url: ({ home }) => pagePaths.property(home._id),
    heading: () => /.+/,
    expectLoaded: (page) => expect(page.getByRole('heading', { name: 'Location' })).toBeVisible(),
  },
  '/compare': {
    url: ({ home, rentedHome }) => pagePaths.compare([home._id, rentedHome]),
    heading: () => 'Compare homes',
    expectLoaded: expectTable,
  },
  '/favorites': {
    ...staticScreen(pagePaths.savedHomes(), 'Saved Homes'),
    expectLoaded: (page) =>
      expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible(),
  },
  '/shortlists': {
    ...staticScreen(pagePaths.shortlists(), 'Shortlists'),
    expectLoaded: (page) => expect(page.getByLabel('New shortlist')).toBeVisible(),
  },
  '/shortlists/:id': {
    ...staticScreen(pagePaths.shortlist('1000000'), /.+/),
    expectedError: 'status of 404',
  },
  '/join': staticScreen(pagePaths.joinShortlist('abc'), 'Join a shortlist'),
  '/shared': {
    ...staticScreen(pagePaths.sharedShortlist('abc'), /.+/),
    expectedError: 'status of 404',
  },
  '/profile': staticScreen(pagePaths.profile(), 'My Profile'),
  '/inquiries': staticScreen(pagePaths.inquiries(), 'My Inquiries'),
  '/inquiry': {
    ...staticScreen(pagePaths.inquiry({ id: '1', token: 'abc' }), 'Your question'),
    expectedError: 'status of 404',
  },
  '/saved-searches': staticScreen(pagePaths.savedSearches(), 'Saved searches'),
  '/tours': staticScreen(pagePaths.tours(), 'My Tours'),
  '/tour': {
    ...staticScreen(pagePaths.tour({ id: '1', token: 'abc' }), 'Your Tour'),
    expectedError: 'status of 404',
  },
  '/*': { ...staticScreen('/no/such/page', /.+/), expectedError: 'status of 404' },
  '/login': staticScreen(pagePaths.login(), 'Welcome back'),
  '/register': staticScreen(pagePaths.register(), 'Create your account'),
  '/forgot-password': staticScreen(pagePaths.forgotPassword(), 'Forgot your password?'),
  '/reset-password': staticScreen(pagePaths.resetPassword('abc'), 'Choose a new password'),
  '/security/set-up': staticScreen(pagePaths.setUpSecondFactor(), 'Set up a second factor'),
  '/offices': staticScreen(pagePaths.offices(), 'Our Offices'),
  '/offices/:slug': {
    ...staticScreen(pagePaths.office('no-such-office'), 'Office Not Found'),
    expectedError: 'status of 404',
  },
  '/invitation': {
    ...staticScreen(pagePaths.invitation('abc'), 'This link does not work'),
    expectedError: 'status of 400',
  },
  '/alerts/confirm': {
    ...staticScreen(pagePaths.confirmAlert('abc'), 'This link does not work'),
    expectedError: 'status of 404',
  },
  '/alerts/manage': {
    ...staticScreen(pagePaths.manageAlert('abc'), 'This link does not work'),
    expectedError: 'status of 404',
  },
  '/unsubscribe': staticScreen(pagePaths.unsubscribe('abc'), 'Unsubscribe from these emails?'),
  '/dashboard': overview(pagePaths.dashboard()),
  '/dashboard/overview': overview(pagePaths.overview()),
  '/dashboard/my-listings': {
    url: () => pagePaths.myListings(),
    heading: () => 'My Listings',
    expectLoaded: (page) =>
      expect(
        page.getByRole('table').or(page.getByRole('heading', { name: 'No Listings Found' })),
      ).toBeVisible(),
  },
  '/dashboard/tours': staticScreen(pagePaths.toursDashboard(), 'Tours'),
  '/dashboard/import': {
    ...staticScreen(pagePaths.imports(), 'Import'),
    expectLoaded: (page) =>
      expect(page.getByRole('button', { name: 'choose a file' })).toBeVisible(),
  },
  '/dashboard/add-listing': staticScreen(pagePaths.addListing(), 'Create a New Property Listing'),
  '/dashboard/edit-listing/:id': {
    url: ({ ownHome }) => pagePaths.editListing(ownHome),
    heading: () => 'Edit Property Listing',
    expectLoaded: (page) => expect(page.getByLabel('Title')).not.toHaveValue(''),
  },
  '/dashboard/manage-users': adminTable(pagePaths.manageUsers(), 'Manage Users'),
  '/dashboard/manage-properties': adminTable(pagePaths.manageProperties(), 'Manage Properties'),
  '/dashboard/inquiries': staticScreen(pagePaths.manageInquiries(), 'Inquiries'),
  '/dashboard/reports': {
    url: () => pagePaths.reports(),
    heading: () => 'Reports',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/reviews': {
    url: () => pagePaths.reviews(),
    heading: () => 'Reviews',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No listings in review' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/office': staticScreen(pagePaths.officeDashboard(), 'Office'),
  '/dashboard/policies': {
    url: () => pagePaths.policies(),
    heading: () => 'Policies',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('group', { name: 'Agent sign-up' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/data-sources': {
    url: () => pagePaths.dataSources(),
    heading: () => 'Data Sources',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No data sources' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/api': {
    url: () => pagePaths.apiAndWebhooks(),
    heading: () => 'API & Webhooks',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('button', { name: 'New API Key' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/audit-log': {
    url: () => pagePaths.auditLog(),
    heading: () => 'Audit Log',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/jobs': {
    url: () => pagePaths.jobs(),
    heading: () => 'Work Queue',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
        : expectAdminNotice(page),
  },
  '/dashboard/messages': adminTable(pagePaths.messages(), 'Contact Messages'),
  '/dashboard/site-settings': {
    url: () => pagePaths.siteSettings(),
    heading: () => 'Site Settings',
    expectLoaded: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByLabel('Tagline')).not.toHaveValue('')
        : expectAdminNotice(page),
  },
};
