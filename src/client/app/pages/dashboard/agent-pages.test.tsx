import { describe, expect, it } from 'vitest';
import { PROPERTY_TYPES } from '#shared/property-choices.ts';
import type { Property } from '#shared/schemas/properties/property.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { apiQuery } from '../../../api/api-queries.ts';
import { NO_LISTING_SEARCH } from '../../../features/property-management/list/listing-search.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import { AgentOverview } from '../../../features/statistics/agent-overview.tsx';
import { NewListingLink } from '../../../features/property-management/list/new-listing-link.tsx';
import { myListingsQuery } from '../../../features/property-management/list/my-listings.tsx';
import type { Session } from '../../../session/session-store.ts';
import { loaded, failed, renderPage, textOf } from '../render-page.fixture.tsx';
import AddListingPage from './add-listing.tsx';
import MyListingsPage from './my-listings.tsx';

const session: Session = {
  status: 'signed-in',
  user: {
    _id: '7',
    name: 'Ada King',
    email: 'ada@example.com',
    role: 'agent',
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
};

const myListings = () => myListingsQuery(NO_LISTING_SEARCH);
const loadedListings = (items: Property[], totalCount = items.length) =>
  loaded(myListings(), { items, totalCount, searchedFor: null });

function renderMyListings(...queries: LoadedQuery[]): string {
  return renderPage(<MyListingsPage />, {
    path: 'my-listings',
    url: '/my-listings',
    session,
    queries,
  });
}

describe('/dashboard/my-listings', () => {
  it('lists homes with their place, status, availability, and actions', () => {
    const html = renderMyListings(
      loadedListings([
        buildProperty({ title: 'Maple House' }),
        buildProperty({ title: 'Oak Loft', status: 'For Rent', isAvailable: false }),
        buildProperty({ title: 'Elm Barn', isAvailable: false }),
      ]),
    );
    const text = textOf(html);
    for (const expected of ['My Listings', '3 listings', 'New Listing', 'Property', 'Status']) {
      expect(text).toContain(expected);
    }
    for (const expected of [
      'Availability',
      'Austin, TX',
      'For Sale',
      'For Rent',
      'Active',
      'Rented',
      'Sold',
    ]) {
      expect(text).toContain(expected);
    }
    expect(html).toContain('aria-label="Availability of Maple House"');
    expect(html).toContain('aria-label="View Public Page: Oak Loft"');
    expect(html).toContain('aria-label="Edit Listing: Oak Loft"');
    expect(html).toContain('aria-label="Delete Listing: Oak Loft"');
  });

  it('has an empty state', () => {
    const text = textOf(renderMyListings(loadedListings([])));
    expect(text).toContain('No Listings Found');
    expect(text).toContain("You haven't added any properties yet.");
  });

  it('has an error state with a retry', () => {
    const text = textOf(renderMyListings(failed(myListings())));
    expect(text).toContain('Error fetching listings.');
    expect(text).toContain('Try again');
  });

  it('shows a skeleton while listings load, and links to other pages of the list', () => {
    expect(textOf(renderMyListings())).toContain('Loading...');
    const html = renderMyListings(loadedListings([buildProperty()], 60));
    expect(html).toContain('href="/dashboard/my-listings?page=3"');
  });
});

describe('/dashboard/add-listing', () => {
  const html = renderPage(<AddListingPage />, { path: 'add', url: '/add', session });

  it('shows the form', () => {
    const text = textOf(html);
    for (const expected of [
      'Create a New Property Listing',
      'Title',
      'Description',
      'Property Type',
      PROPERTY_TYPES.join(' '),
      'Status',
      'For Sale For Rent',
      'Price',
      'Bedrooms',
      'Bathrooms',
      'Address',
      'City',
      'State',
      'ZIP Code',
      'Latitude',
      'Longitude',
      'PNG, JPG, GIF up to 5MB each',
      'Add Property',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('uses number fields and accepts any decimal price and coordinate', () => {
    for (const name of ['price', 'bedrooms', 'bathrooms', 'sqft', 'latitude', 'longitude']) {
      expect(html).toMatch(new RegExp(`<input[^>]*type="number"[^>]*name="${name}"`));
    }
    for (const name of ['price', 'latitude', 'longitude']) {
      expect(html).toMatch(new RegExp(`<input[^>]*step="any"[^>]*name="${name}"`));
    }
  });
});

describe('/dashboard/overview of an agent', () => {
  const query = apiQuery('GET /agent/stats', {});
  const open = (...queries: LoadedQuery[]) =>
    textOf(
      renderPage(
        <AgentOverview
          newListingLink={<NewListingLink />}
          Reply={() => 'Reply'}
          Confirm={() => 'Confirm'}
        />,
        {
          path: 'o',
          url: '/o',
          session,
          queries,
        },
      ),
    );

  it('shows statistics, items that need attention, views, and the newest listings', () => {
    const text = open(
      loaded(query, {
        attention: {
          inquiries: [
            { _id: '5', title: 'Maple House', name: 'Iris', createdAt: '2026-03-01T12:00:00.000Z' },
          ],
          tours: [
            {
              _id: '6',
              title: 'Maple House',
              name: 'Tom',
              start: '2026-03-03T16:00:00.000Z',
              end: '2026-03-03T16:30:00.000Z',
              timeZone: 'America/Chicago',
            },
          ],
          reminders: [
            { _id: '7', title: 'Oak Loft', name: 'Rita', remindAt: '2026-03-01T12:00:00.000Z' },
          ],
          drafts: [{ _id: '8', title: 'Half a house', publishState: 'draft' }],
          expiring: [{ _id: '9', title: 'Elm Condo', expiresOn: '2026-03-05' }],
        },
        views: {
          most: [{ _id: '1', title: 'Maple House', views: 21, days: 7 }],
          fewest: [{ _id: '9', title: 'Elm Condo', views: 1, days: 2_537 }],
        },
        activeListings: 1_204,
        archivedListings: 3,
        totalValue: 8_949_000,
        inquiries: { last30Days: 12, unanswered: 2, medianResponseMinutes: 95.5 },
        recentListings: [
          { _id: '1', title: 'Maple House', isAvailable: true },
          { _id: '2', title: 'Oak Loft', isAvailable: false },
        ],
      }),
    );
    for (const expected of [
      'Agent Overview',
      'Your personal performance at a glance.',
      'New Listing',
      'Needs attention Iris Unanswered Maple House, received Mar 1, 2026 Reply Tom Tour request',
      'Rita Reminder Oak Loft, due Mar 1, 2026',
      'Half a house Draft Not published yet',
      'Elm Condo Expires soon Expires on Mar 5, 2026',
      'Most viewed Maple House 21 views in 30 days, 7 days on the market',
      'Least viewed Elm Condo 1 view in 30 days, over a year on the market',
      'Active Listings 1,204',
      'Sold / Rented 3',
      'Value of Active Listings $8.9M',
      'Your Recent Activity',
      'Maple House Active Edit',
      'Oak Loft Archived Edit',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('has error and loading states', () => {
    expect(open(failed(query))).toContain('Failed to load stats.');
    expect(open()).toContain('Loading...');
  });
});
