import { expect, test } from 'vitest';
import type { OfficeStats } from '#shared/schemas/offices/office-stats.ts';
import {
  officeInvitationsQuery,
  officeStatsQuery,
} from '../../../../features/offices/management/office-dashboard-queries.ts';
import type { LoadedQuery } from '../../../../api/page-data/loaded-state.ts';
import type { SessionUser } from '../../../../session/session-store.ts';
import { loaded, failed, renderPage, textOf } from '../../render-page.fixture.tsx';
import OfficeDashboardRoute from './office-dashboard.tsx';

const office = { _id: '3', slug: 'hill-homes', name: 'Hill Homes' };
const statistics = {
  activeListings: 4,
  underContract: 1,
  soldLast90Days: 2,
  inquiriesLast30Days: 9,
  unanswered: 3,
  medianResponseMinutes: 95.5,
  toursNext7Days: 5,
};
const stats: OfficeStats = {
  ...statistics,
  agents: [{ _id: '7', name: 'Ada King', officeRole: 'manager', ...statistics }],
};

function open(member: Pick<SessionUser, 'office' | 'officeRole'>, ...queries: LoadedQuery[]) {
  const user: SessionUser = {
    _id: '7',
    name: 'Ada King',
    email: 'ada@example.com',
    role: 'agent',
    avatar: null,
    phone: null,
    isVerified: false,
    verification: null,
    licenseNumber: null,
    licenseState: null,
    agentRequestedAt: null,
    ...member,
  };
  const session = { status: 'signed-in', user } as const;
  return textOf(
    renderPage(<OfficeDashboardRoute />, { path: 'office', url: '/office', session, queries }),
  );
}

test('shows a manager the statistics, members, and invitations', () => {
  const invitation = {
    _id: '1',
    email: 'ben@example.com',
    role: 'agent' as const,
    office,
    invitedBy: 'Ada King',
    createdAt: '2026-03-01T12:00:00.000Z',
    expiresAt: '2026-03-08T12:00:00.000Z',
  };
  const text = open(
    { office, officeRole: 'manager' },
    loaded(officeStatsQuery('3'), stats),
    loaded(officeInvitationsQuery('3'), [invitation]),
  );
  for (const expected of [
    'Hill Homes',
    'Median Response Time',
    '1 h 36 min',
    'Ada King',
    'Members',
  ])
    expect(text).toContain(expected);
  expect(text).toContain('ben@example.com');
  expect(text).not.toContain('Leave office');
});

test('lets a member leave but shows no invitations', () => {
  const text = open({ office, officeRole: 'member' });
  expect(text).toContain('Leave office');
  expect(text).not.toContain('Invitations');
});

test('shows an error if the agent has no office or the request fails', () => {
  expect(open({ office: null, officeRole: null })).toContain('You are not in an office');
  const manager = { office, officeRole: 'manager' } as const;
  expect(open(manager, failed(officeStatsQuery('3')))).toContain('Could not load the office.');
});
