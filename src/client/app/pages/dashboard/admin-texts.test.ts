import { describe, expect, it } from 'vitest';
import { pagePaths } from '#shared/page-paths.ts';
import type { ContactMessage } from '#shared/schemas/contact-message.ts';
import { messageDateText } from '../../../features/messages/message-date.tsx';
import { replyHref } from '../../../features/messages/message-dialog.tsx';
import { readMessageSearch, withRead } from '../../../features/messages/message-queries.ts';
import { newMessagesText, nextBaseline } from '../../../features/messages/unread-messages.tsx';
import {
  CHART_SHADES,
  shareText,
  toDays,
  toShares,
} from '../../../features/statistics/charts/chart-data.ts';
import {
  bulkAffectedListingsText,
  affectedListingsText,
} from '../../../features/users/delete-users-dialog.tsx';
import { currentRolesText } from '../../../features/users/edit-user-dialog.tsx';
import {
  lossesText,
  roleAnnouncement,
  undoAnnouncement,
} from '../../../features/users/set-role.ts';
import { readUserSearch } from '../../../features/users/user-queries.ts';

describe('search URLs', () => {
  it('parse back to the same search', () => {
    const users = {
      searchTerm: 'ada & co',
      role: 'agent',
      agentRequest: 'pending',
      sort: 'name_asc',
      page: 3,
    } as const;
    const { searchParams } = new URL(pagePaths.manageUsers(users), 'https://x');
    expect(readUserSearch(searchParams)).toEqual(users);

    const messages = { isRead: 'false', sort: 'createdAt_asc', page: 2 } as const;
    const inbox = new URL(pagePaths.messages(messages), 'https://x').searchParams;
    expect(readMessageSearch(inbox)).toEqual(messages);
  });

  it('ignore invalid values', () => {
    const search = new URLSearchParams('role=king&isRead=perhaps&sort=email&page=-2');
    const defaults = { sort: 'createdAt_desc', page: 1 };
    expect(readUserSearch(search)).toEqual({
      searchTerm: '',
      role: '',
      agentRequest: '',
      ...defaults,
    });
    expect(readMessageSearch(search)).toEqual({ isRead: '', ...defaults });
  });
});

describe('role texts', () => {
  const ada = { name: 'Ada', role: 'agent' } as const;
  const ben = { name: 'Ben', role: 'user' } as const;

  it('announce new and restored roles of one or more users', () => {
    expect(roleAnnouncement([ada], 'admin')).toBe('Ada is now an admin.');
    expect(roleAnnouncement([ada, ben], 'agent')).toBe('2 users are now agents.');
    expect(undoAnnouncement([ada])).toBe('Ada is an agent again.');
    expect(undoAnnouncement([ada, ben])).toBe('2 users were restored to their previous roles.');
  });

  it('name the office memberships and tours that a role change ends', () => {
    const office = { _id: '1', name: 'Lake Office', slug: 'lake-office' };
    const member = { ...ada, office };
    const agent = { ...ada, office: null };
    const user = { ...ben, office: null };
    expect(lossesText([agent], 'admin')).toBe('');
    expect(lossesText([user], 'agent')).toBe('');
    expect(lossesText([member], 'admin')).toBe('Ada will leave Lake Office.');
    expect(lossesText([agent], 'user')).toBe(
      'Upcoming tours will be canceled, and the visitors will be emailed.',
    );
    expect(lossesText([member, agent], 'user')).toBe(
      'Users who belong to an office will be removed from it. Upcoming tours will be canceled, and the visitors will be emailed.',
    );
  });

  it('count users by current role', () => {
    expect(currentRolesText([ada, ben, ben])).toBe('Currently 2 users and 1 agent.');
    expect(currentRolesText([ben])).toBe('Currently 1 user.');
  });
});

describe('the warning before deleting accounts', () => {
  it('describes the listings that will be deleted or reassigned', () => {
    expect(affectedListingsText(0)).toBe('');
    expect(affectedListingsText(1)).toBe('1 listing and its pictures will be deleted too.');
    expect(affectedListingsText(1204)).toBe(
      '1,204 listings and their pictures will be deleted too.',
    );
    expect(affectedListingsText(2, 'Ann Agent')).toBe(
      '2 listings will go to Ann Agent, with inquiries and upcoming tours.',
    );
    expect(bulkAffectedListingsText()).toBe('Their listings and pictures will be deleted too.');
    expect(bulkAffectedListingsText('Ann Agent')).toBe(
      'Their listings will go to Ann Agent, with inquiries and upcoming tours.',
    );
  });
});

describe('contact messages', () => {
  it('are announced only when new ones arrive', () => {
    const current = { count: 3, newestId: '9' };
    expect(newMessagesText(undefined, current)).toBe('');
    expect(newMessagesText(current, current)).toBe('');
    // The newest message is read, and marked as unread again.
    const baseline = nextBaseline(current, { count: current.count - 1, newestId: '1' });
    expect(newMessagesText(baseline, current)).toBe('');
    expect(newMessagesText({ count: 2, newestId: '8' }, current)).toBe(
      '1 new message in the inbox.',
    );
    expect(newMessagesText({ count: 0, newestId: '' }, current)).toBe(
      '3 new messages in the inbox.',
    );
    // Three were read, and one new one arrived.
    expect(newMessagesText({ count: 5, newestId: '8' }, current)).toBe(
      '1 new message in the inbox.',
    );
    // One was read, so an older one is the newest now.
    expect(newMessagesText({ count: 4, newestId: '10' }, current)).toBe('');
  });

  it('have short dates', () => {
    const now = new Date(2026, 2, 1, 12);
    expect(messageDateText(new Date(2026, 2, 1, 9, 30).toISOString(), now)).toBe('Today, 9:30 AM');
    expect(messageDateText(new Date(2026, 1, 28, 9, 30).toISOString(), now)).toBe('Feb 28, 2026');
  });

  it('have a reply link that escapes their content', () => {
    expect(replyHref({ email: 'greta@example.com', subject: 'Dogs & cats?' })).toBe(
      'mailto:greta@example.com?subject=Re%3A%20Dogs%20%26%20cats%3F',
    );
    expect(replyHref({ email: 'a?bcc=b@c.example', subject: 'RE: Hi' })).toBe(
      'mailto:a%3Fbcc%3Db@c.example?subject=RE%3A%20Hi',
    );
  });

  it('can be marked as read one by one', () => {
    const items = [
      { _id: '1', isRead: false },
      { _id: '2', isRead: false },
    ] as ContactMessage[];
    const list = withRead({ items, totalCount: 2, searchedFor: null }, '2');
    expect(list.items.map(({ isRead }) => isRead)).toEqual([false, true]);
  });
});

describe('dashboard charts', () => {
  it('label calendar days', () => {
    expect(toDays([{ date: '2026-03-01', count: 2 }])).toEqual([
      { short: 'Sun', long: 'Sunday, March 1', count: 2 },
    ]);
  });

  it('group the listings by type, each in a different shade', () => {
    const shares = toShares([
      { _id: 'Condo', count: 1 },
      { _id: 'House', count: 999 },
      { _id: 'Apartment', count: 0 },
    ]);
    expect(shares.map(({ type, percent }) => [type, percent])).toEqual([
      ['House', '100%'],
      ['Condo', '<1%'],
    ]);
    expect(new Set(shares.map(({ fill }) => fill)).size).toBe(2);
    expect(shares.map(shareText)).toEqual(['999 homes, 100%', '1 home, <1%']);
    expect(toShares([])).toEqual([]);
  });

  it('use four different shades', () => {
    expect(new Set(CHART_SHADES).size).toBe(4);
  });
});
