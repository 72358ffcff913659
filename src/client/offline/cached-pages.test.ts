import { expect, it } from 'vitest';
import { pagePaths } from '#shared/page-paths.ts';
import { isCacheablePage } from './cached-pages.ts';

const pathOf = (url: string) => new URL(url, 'http://localhost').pathname;

it.each([
  pagePaths.home(),
  pagePaths.forSale({ searchTerm: 'oak' }),
  pagePaths.forRent(),
  pagePaths.agents(),
  pagePaths.agentListings({ agentId: '1', agentName: 'Ada' }),
  pagePaths.about(),
  pagePaths.contact(),
  pagePaths.property('12'),
])('%s can be cached', (url) => expect(isCacheablePage(pathOf(url))).toBe(true));

it.each([
  pagePaths.profile(),
  pagePaths.login(),
  pagePaths.register(),
  pagePaths.forgotPassword(),
  pagePaths.resetPassword('secret'),
  pagePaths.dashboard(),
  pagePaths.editListing('12'),
  '/api/properties',
  '/property/1/edit',
])('%s is never cached', (url) => expect(isCacheablePage(pathOf(url))).toBe(false));
