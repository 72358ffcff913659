/** How each route of src/client/app/routes.ts opens. A route without an entry fails screens.e2e.ts. */

import type { Page } from '@playwright/test';
import { pagePaths } from '#shared/page-paths.ts';
import { expect } from '../support/fixtures.ts';
import type { RouteScreen } from './screen.ts';

const hasCards = (page: Page) => expect(page.getByRole('article').first()).toBeVisible();
const hasTable = (page: Page) => expect(page.getByRole('table').first()).toBeVisible();

/** An admin page, viewed by an agent. */
const isForAdmins = (page: Page) =>
  expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();

const overview = (address: string): RouteScreen => ({
  address: () => address,
  heading: (viewer) => (viewer === 'admin' ? 'Admin Overview' : 'Agent Overview'),
  isThere: async (page, viewer) => {
    if (viewer === 'admin') await expect(page.getByRole('application')).toHaveCount(2);
    else await expect(page.getByText('Your Recent Activity')).toBeVisible();
  },
});

const desk = (address: string, title: string): RouteScreen => ({
  address: () => address,
  heading: () => title,
  isThere: (page, viewer) => (viewer === 'admin' ? hasTable(page) : isForAdmins(page)),
});

const still = (address: string, heading: string | RegExp): RouteScreen => ({
  address: () => address,
  heading: () => heading,
});

/** By path, as in route-table.ts. */
export const ROUTE_SCREENS: Readonly<Record<string, RouteScreen>> = {
  '/': { ...still(pagePaths.home(), /door/i), isThere: hasCards },
  '/for-sale': { ...still(pagePaths.forSale(), 'Properties For Sale'), isThere: hasCards },
  '/for-rent': { ...still(pagePaths.forRent(), 'Properties For Rent'), isThere: hasCards },
  '/for-sale/:state/:city/:zip?': {
    address: () => pagePaths.place('For Sale', { state: 'tx', city: 'austin' }),
    heading: () => 'Properties For Sale in Austin, TX',
    isThere: hasCards,
  },
  '/for-rent/:state/:city/:zip?': {
    address: () => pagePaths.place('For Rent', { state: 'tx', city: 'austin' }),
    heading: () => 'Properties For Rent in Austin, TX',
  },
  '/agents': { ...still(pagePaths.agents(), 'Meet Our Professional Agents'), isThere: hasCards },
  '/agent-listings': {
    address: ({ home }) => pagePaths.agentListings({ agentId: home.agentId, agentName: 'Ada' }),
    heading: () => 'Listings by Ada',
    isThere: hasCards,
  },
  '/about': still(pagePaths.about(), /.+/),
  '/contact': still(pagePaths.contact(), /.+/),
  // These texts do not exist yet.
  '/privacy': { ...still(pagePaths.privacy(), /.+/), complaint: 'status of 404' },
  '/terms': { ...still(pagePaths.terms(), /.+/), complaint: 'status of 404' },
  '/property/:id': {
    address: ({ home }) => pagePaths.property(home._id),
    heading: () => /.+/,
    isThere: (page) => expect(page.getByRole('heading', { name: 'Location' })).toBeVisible(),
  },
  '/compare': {
    address: ({ home, rentedHome }) => pagePaths.compare([home._id, rentedHome]),
    heading: () => 'Compare homes',
    isThere: hasTable,
  },
  '/favorites': {
    ...still(pagePaths.savedHomes(), 'Saved Homes'),
    isThere: (page) =>
      expect(page.getByRole('heading', { name: 'No saved homes yet' })).toBeVisible(),
  },
  '/shortlists': {
    ...still(pagePaths.shortlists(), 'Shortlists'),
    isThere: (page) => expect(page.getByLabel('New shortlist')).toBeVisible(),
  },
  '/shortlists/:id': { ...still(pagePaths.shortlist('1000000'), /.+/), complaint: 'status of 404' },
  '/join': still(pagePaths.joinShortlist('abc'), 'Join a shortlist'),
  '/shared': { ...still(pagePaths.sharedShortlist('abc'), /.+/), complaint: 'status of 404' },
  '/profile': still(pagePaths.profile(), 'My Profile'),
  '/inquiries': still(pagePaths.inquiries(), 'My Inquiries'),
  '/inquiry': {
    ...still(pagePaths.inquiry({ id: '1', token: 'abc' }), 'Your question'),
    complaint: 'status of 404',
  },
  '/saved-searches': still(pagePaths.savedSearches(), 'Saved searches'),
  '/tours': still(pagePaths.tours(), 'My Tours'),
  '/tour': {
    ...still(pagePaths.tour({ id: '1', token: 'abc' }), 'Your Tour'),
    complaint: 'status of 404',
  },
  '/*': { ...still('/no/such/page', /.+/), complaint: 'status of 404' },
  '/login': still(pagePaths.login(), 'Welcome back'),
  '/register': still(pagePaths.register(), 'Create your account'),
  '/forgot-password': still(pagePaths.forgotPassword(), 'Forgot your password?'),
  '/reset-password': still(pagePaths.resetPassword('abc'), 'Choose a new password'),
  '/security/set-up': still(pagePaths.setUpSecondFactor(), 'Set up a second factor'),
  '/offices': still(pagePaths.offices(), 'Our Offices'),
  '/offices/:slug': {
    ...still(pagePaths.office('no-such-office'), 'Office Not Found'),
    complaint: 'status of 404',
  },
  '/invitation': {
    ...still(pagePaths.invitation('abc'), 'This link does not work'),
    complaint: 'status of 400',
  },
  '/alerts/confirm': {
    ...still(pagePaths.confirmAlert('abc'), 'This link does not work'),
    complaint: 'status of 404',
  },
  '/alerts/manage': {
    ...still(pagePaths.manageAlert('abc'), 'This link does not work'),
    complaint: 'status of 404',
  },
  '/unsubscribe': still(pagePaths.unsubscribe('abc'), 'Unsubscribe from these emails?'),
  '/dashboard': overview(pagePaths.dashboard()),
  '/dashboard/overview': overview(pagePaths.overview()),
  '/dashboard/my-listings': {
    address: () => pagePaths.myListings(),
    heading: () => 'My Listings',
    isThere: (page) =>
      expect(
        page.getByRole('table').or(page.getByRole('heading', { name: 'No Listings Found' })),
      ).toBeVisible(),
  },
  '/dashboard/tours': still(pagePaths.toursDashboard(), 'Tours'),
  '/dashboard/import': {
    ...still(pagePaths.imports(), 'Import'),
    isThere: (page) => expect(page.getByRole('button', { name: 'choose a file' })).toBeVisible(),
  },
  '/dashboard/add-listing': still(pagePaths.addListing(), 'Create a New Property Listing'),
  '/dashboard/edit-listing/:id': {
    address: ({ ownHome }) => pagePaths.editListing(ownHome),
    heading: () => 'Edit Property Listing',
    isThere: (page) => expect(page.getByLabel('Title')).not.toHaveValue(''),
  },
  '/dashboard/manage-users': desk(pagePaths.manageUsers(), 'Manage Users'),
  '/dashboard/manage-properties': desk(pagePaths.manageProperties(), 'Manage Properties'),
  '/dashboard/inquiries': still(pagePaths.manageInquiries(), 'Inquiries'),
  '/dashboard/reports': {
    address: () => pagePaths.reports(),
    heading: () => 'Reports',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/reviews': {
    address: () => pagePaths.reviews(),
    heading: () => 'Reviews',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No listings in review' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/office': still(pagePaths.officeDashboard(), 'Office'),
  '/dashboard/policies': {
    address: () => pagePaths.policies(),
    heading: () => 'Policies',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('group', { name: 'Agent sign-up' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/data-sources': {
    address: () => pagePaths.dataSources(),
    heading: () => 'Data Sources',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'No data sources' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/api': {
    address: () => pagePaths.apiAndWebhooks(),
    heading: () => 'API & Webhooks',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('button', { name: 'New API Key' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/audit-log': {
    address: () => pagePaths.auditLog(),
    heading: () => 'Audit Log',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/jobs': {
    address: () => pagePaths.jobs(),
    heading: () => 'Work Queue',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByRole('heading', { name: 'Nothing has failed' })).toBeVisible()
        : isForAdmins(page),
  },
  '/dashboard/messages': desk(pagePaths.messages(), 'Contact Messages'),
  '/dashboard/site-settings': {
    address: () => pagePaths.siteSettings(),
    heading: () => 'Site Settings',
    isThere: (page, viewer) =>
      viewer === 'admin'
        ? expect(page.getByLabel('Tagline')).not.toHaveValue('')
        : isForAdmins(page),
  },
};
