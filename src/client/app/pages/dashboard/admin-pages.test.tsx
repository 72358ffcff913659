import { describe, expect, it } from 'vitest';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import type { AdminStats } from '#shared/schemas/stats.ts';
import type { Role, User } from '#shared/schemas/user.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import { NO_LISTING_SEARCH } from '../../../features/property-management/list/listing-search.ts';
import { AdminOverview, adminStatsQuery } from '../../../features/statistics/admin-overview.tsx';
import {
  messagesQuery,
  readMessageSearch,
  unreadQuery,
} from '../../../features/messages/message-queries.ts';
import { Charts } from '../../../features/statistics/charts/charts.tsx';
import { allPropertiesQuery } from '../../../features/property-management/list/all-listings.tsx';
import { RegisterUserForm } from '../../../features/users/adding/add-user-dialog.tsx';
import { readUserSearch, usersQuery } from '../../../features/users/user-queries.ts';
import type { Session } from '../../../session/session-store.ts';
import { loaded, failed, renderPage, textOf } from '../render-page.fixture.tsx';
import ManagePropertiesPage from './manage-properties.tsx';
import ManageUsersPage from './manage-users.tsx';
import MessagesPage from './messages.tsx';

const signedIn = (role: Role): Session => ({
  status: 'signed-in',
  user: {
    _id: '1',
    name: 'Ada King',
    email: 'ada@example.com',
    role,
    avatar: null,
    phone: null,
    office: null,
    isVerified: false,
    verification: null,
    licenseNumber: null,
    licenseState: null,
    agentRequestedAt: null,
    officeRole: null,
  },
});

function open(page: React.ReactElement, search: string, role: Role, ...queries: LoadedQuery[]) {
  return renderPage(page, {
    path: 'dashboard',
    url: `/dashboard${search}`,
    session: signedIn(role),
    queries,
  });
}

const list = <T,>(items: T[], totalCount = items.length) => ({
  items,
  totalCount,
  searchedFor: null,
});

function expectTexts(html: string, texts: readonly string[]): void {
  const text = textOf(html);
  for (const expected of texts) expect(text).toContain(expected);
}

describe('an admin page opened by an agent', () => {
  it.each([
    ['Manage Users', <ManageUsersPage key="users" />],
    ['Manage Properties', <ManagePropertiesPage key="properties" />],
    ['Contact Messages', <MessagesPage key="messages" />],
  ])('%s says that it is for admins only', (title, page) => {
    const html = open(page, '', 'agent');
    expectTexts(html, [title, 'This page is for admins', 'You need an admin account.']);
    expect(html).not.toContain('<table');
  });
});

describe('/dashboard/manage-users', () => {
  const user = (overrides: Partial<User>): User => ({
    _id: '2',
    name: 'Grace Hill',
    email: 'grace@example.com',
    role: 'user',
    avatar: null,
    phone: null,
    office: null,
    isVerified: false,
    verification: null,
    licenseNumber: null,
    licenseState: null,
    agentRequestedAt: null,
    verificationDetails: null,
    createdAt: '2026-03-01T09:30:00.000Z',
    ...overrides,
  });
  const openUsers = (search: string, ...queries: LoadedQuery[]) =>
    open(<ManageUsersPage />, search, 'admin', ...queries);
  const allUsers = usersQuery(readUserSearch(new URLSearchParams()));

  it('lists users with their roles and actions', () => {
    const html = openUsers(
      '',
      loaded(
        allUsers,
        list([
          user({ _id: '2' }),
          user({ _id: '3', name: 'Ola Berg', role: 'agent' }),
          user({ _id: '1', name: 'Ada King', role: 'admin' }),
        ]),
      ),
    );
    expectTexts(html, ['Manage Users', '3 users', 'Add User', 'All Roles User Agent Admin']);
    expectTexts(html, ['Grace Hill', 'grace@example.com', 'GH', 'Mar 1, 2026']);
    expect(html).toContain('placeholder="Search by name or email..."');
    expect(html).toContain('aria-label="Edit user: Grace Hill"');
    expect(html).toContain('aria-label="Delete user: Grace Hill"');
  });

  it('colors each role differently', () => {
    const roles = ['user', 'agent', 'admin'] as const;
    const html = openUsers(
      '',
      loaded(allUsers, list(roles.map((role, index) => user({ _id: String(index + 2), role })))),
    );
    const badges = [...html.matchAll(/<span class="([^"]+)">(User|Agent|Admin)<\/span>/g)];
    expect(badges.map(([, , label]) => label)).toEqual(['User', 'Agent', 'Admin']);
    expect(new Set(badges.map(([, classes]) => classes)).size).toBe(3);
  });

  it('disables role changes and deletion in the admin’s own row and explains why', () => {
    const html = openUsers('', loaded(allUsers, list([user({ _id: '1', name: 'Ada King' })])));
    expect(html).toMatch(/aria-label="Edit user: Ada King" aria-disabled="true"/);
    expect(html).toMatch(/aria-label="Delete user: Ada King" aria-disabled="true"/);
    expectTexts(html, ['You cannot change your own role.', 'You cannot delete your own account.']);
  });

  it('reads search, role, and page from the URL, and keeps them in links', () => {
    const search = '?searchTerm=gr&role=agent&page=2';
    const query = usersQuery(readUserSearch(new URLSearchParams(search)));
    const html = openUsers(search, loaded(query, list([user({})], 60)));
    expect(html).toContain('value="gr"');
    expect(html).toMatch(/<option[^>]*value="agent"[^>]*selected/);
    expect(html).toContain(
      'href="/dashboard/manage-users?searchTerm=gr&amp;role=agent&amp;page=3"',
    );
    expectTexts(html, ['60 users found', '25–25 of 60']);
    expect(html).toContain(
      'href="/dashboard/manage-users?searchTerm=gr&amp;role=agent&amp;sort=name_asc"',
    );
  });

  it('announces the sorted column and its direction', () => {
    const query = usersQuery(readUserSearch(new URLSearchParams('sort=name_desc')));
    const html = openUsers('?sort=name_desc', loaded(query, list([user({})])));
    expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
    expect(html).toContain('href="/dashboard/manage-users?sort=name_asc"');
    // The default order has no parameter.
    expect(html).toMatch(/href="\/dashboard\/manage-users" aria-label="Sort by Member since"/);
  });

  it('lets the admin select every account but their own', () => {
    const html = openUsers(
      '',
      loaded(allUsers, list([user({}), user({ _id: '1', name: 'Ada King' })])),
    );
    expect(html).toMatch(/aria-label="Select Grace Hill" class/);
    expect(html).toMatch(/aria-label="Select Ada King" disabled="" class/);
    expect(html).toContain('aria-label="Select all on this page"');
  });

  it('has empty, error, and loading states', () => {
    expectTexts(openUsers('', loaded(allUsers, list([]))), [
      'No Users Found',
      'No users match your current filters. Try adjusting your search.',
    ]);
    expectTexts(openUsers('', failed(allUsers)), ['Error fetching users.', 'Try again']);
    expectTexts(openUsers(''), ['Loading...']);
  });

  it('has a form that adds a user with any role', () => {
    const html = open(<RegisterUserForm onDone={() => undefined} />, '', 'admin');
    expectTexts(html, ['Name', 'Email', 'Password', 'Role User Agent Admin', 'Register User']);
    expect(html).toMatch(/<option[^>]*value="user"/);
  });
});

describe('/dashboard/manage-properties', () => {
  const openProperties = (search: string, ...queries: LoadedQuery[]) =>
    open(<ManagePropertiesPage />, search, 'admin', ...queries);
  const allListings = allPropertiesQuery(NO_LISTING_SEARCH);

  it('lists homes and grays out those that are sold or rented', () => {
    const html = openProperties(
      '',
      loaded(
        allListings,
        list([
          buildProperty({ title: 'Maple House', price: 450_000 }),
          buildProperty({ title: 'Oak Loft', isAvailable: false }),
        ]),
      ),
    );
    expectTexts(html, [
      'Manage Properties',
      '2 listings',
      'Any Status For Sale For Rent',
      'Any Availability Active Sold/Rented',
      'Property Price Agent Listed Availability',
      'Austin, TX',
      '$450,000',
      'Ada King',
    ]);
    expect(html).toContain('placeholder="Search by title, address, city..."');
    for (const label of ['View Public Page', 'Edit Listing', 'Delete Listing']) {
      expect(html).toContain(`aria-label="${label}: Maple House"`);
    }
    const rows = html.split('<tr').filter((row) => /Maple House|Oak Loft/.test(row));
    expect(textOf(rows[0] ?? '')).toContain('Active');
    expect(textOf(rows[1] ?? '')).toContain('Sold/Rented');
    expect(rows.map((row) => row.includes('bg-sunken text-ink-soft'))).toEqual([false, true]);
  });

  it('has empty, error, and loading states', () => {
    expectTexts(openProperties('', loaded(allListings, list([]))), ['No Properties Found']);
    expectTexts(openProperties('', failed(allListings)), [
      'Error fetching properties.',
      'Try again',
    ]);
    expectTexts(openProperties(''), ['Loading...']);
  });
});

describe('/dashboard/messages', () => {
  const message = (overrides: Partial<ContactMessage>): ContactMessage => ({
    _id: '5',
    name: 'Greta Holm',
    email: 'greta@example.com',
    subject: 'Is the garden fenced?',
    message: 'We have a dog.',
    isRead: false,
    createdAt: '2026-03-01T09:30:00.000Z',
    ...overrides,
  });
  const inbox = messagesQuery(readMessageSearch(new URLSearchParams()));
  const openMessages = (...queries: LoadedQuery[]) =>
    open(<MessagesPage />, '', 'admin', ...queries);

  it('lists messages and highlights unread ones', () => {
    const html = openMessages(
      loaded(inbox, list([message({}), message({ _id: '4', isRead: true })])),
      loaded(unreadQuery, list([message({})])),
    );
    expectTexts(html, [
      'Contact Messages',
      '2 messages, 1 unread',
      'From Subject Date',
      'Unread: Greta Holm',
      'greta@example.com',
      'Is the garden fenced?',
      'Mar 1, 2026',
    ]);
    expect(html.match(/<tr[^>]*bg-clay-wash/g)).toHaveLength(1);
    expect(html).toContain('aria-label="View: message from Greta Holm"');
    expect(html).toContain('aria-label="Delete: message from Greta Holm"');
  });

  it('has empty, error, and loading states', () => {
    expectTexts(openMessages(loaded(inbox, list([]))), [
      'No Messages',
      'There are no contact messages in the inbox yet.',
    ]);
    expectTexts(openMessages(failed(inbox)), ['Error fetching messages.', 'Try again']);
    expectTexts(openMessages(), ['Loading...']);
  });
});

describe('the admin’s overview', () => {
  const stats: AdminStats = {
    totalProperties: 1204,
    totalUsers: 60,
    totalAgents: 8,
    totalPropertyValue: 52_240_000,
    propertyTypeCounts: [
      { _id: 'Condo', count: 300 },
      { _id: 'House', count: 904 },
    ],
    propertiesLast7Days: [],
    newListingsPerDay: [
      { date: '2026-03-01', count: 1 },
      { date: '2026-03-02', count: 12 },
    ],
    recentListings: [{ _id: '9', title: 'Maple House', agent: { name: 'Ola Berg' } }],
    recentUsers: [{ _id: '2', name: 'Grace Hill', email: 'grace@example.com', avatar: null }],
  };
  const openOverview = (...queries: LoadedQuery[]) =>
    open(<AdminOverview notice={null} />, '', 'admin', ...queries);

  it('shows totals, recent listings, and new users', () => {
    const html = openOverview(loaded(adminStatsQuery(), stats));
    expectTexts(html, [
      'Total Properties 1,204',
      'Total Users 60',
      'Total Agents 8',
      'Total Property Value $52M',
      'Recent Listings Maple House by Ola Berg View',
      'New Users GH Grace Hill grace@example.com',
    ]);
    expect(html).toContain('href="/property/9"');
    expect(html).toContain('href="/dashboard/manage-users?role=agent"');
  });

  it('shows the chart data as tables', () => {
    const html = open(<Charts stats={stats} />, '', 'admin');
    expectTexts(html, [
      'New Listings (Last 7 Days)',
      'Sunday, March 1 1',
      'Monday, March 2 12',
      'Properties by Type',
      'House 904 75%',
      'Condo 300 25%',
    ]);
  });

  it('has error and loading states', () => {
    expectTexts(openOverview(failed(adminStatsQuery())), ['Failed to load stats.', 'Try again']);
    expectTexts(openOverview(), ['Loading...']);
  });
});
