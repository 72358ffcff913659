import { describe, expect, it } from 'vitest';
import type { Agent } from '#shared/schemas/user.ts';
import type { LoadedQuery } from '../../../api/page-data/loaded-state.ts';
import { agentsQuery } from '../../../features/agents/agents-queries.ts';
import { loaded, failed, renderPage, buildMetaArgs, textOf } from '../render-page.fixture.tsx';
import AgentsPage, { meta } from './agents.tsx';

const ada: Agent = {
  _id: '7',
  name: 'Ada King',
  email: 'ada@example.com',
  avatar: '/images/ada/full.webp',
  phone: null,
  office: null,
  isVerified: false,
  verification: null,
  createdAt: '2021-12-31T23:30:00.000Z',
  propertyCount: 12,
};
const allAgents = agentsQuery({ searchTerm: '', page: 1 });
const list = (items: Agent[], totalCount = items.length) => ({
  items,
  totalCount,
  searchedFor: null,
});
const render = (search: string, ...queries: LoadedQuery[]) =>
  renderPage(<AgentsPage />, { path: 'agents', url: `/agents${search}`, queries });

describe('/agents', () => {
  it('shows each agent’s name, listings, and links', () => {
    const html = render('', loaded(allAgents, list([ada], 60)));
    for (const expected of [
      'Meet Our Professional Agents',
      'Ada King',
      'Member since 2021',
      '12 Active Listings',
      'View Profile & Listings',
      'Contact Agent',
    ]) {
      expect(textOf(html)).toContain(expected);
    }
    expect(html).toContain('placeholder="Search by agent name..."');
    expect(html).toContain('href="/agent-listings?agentId=7&amp;agentName=Ada+King"');
    expect(html).toContain('href="mailto:ada@example.com"');
    expect(html).toContain('href="/agents?page=3"');
  });

  it('has a search form that works without JavaScript', () => {
    const query = agentsQuery({ searchTerm: 'ada', page: 1 });
    const html = render('?searchTerm=ada', loaded(query, list([ada])));
    expect(html).toMatch(/<form action="\/agents"/);
    expect(html).toMatch(/<input[^>]*name="searchTerm"[^>]*value="ada"/);
  });

  it('has an empty state', () => {
    const query = agentsQuery({ searchTerm: 'zz"<b>', page: 1 });
    const text = textOf(render('?searchTerm=zz%22%3Cb%3E', loaded(query, list([]))));
    expect(text).toContain('No Agents Found');
    expect(text).toContain('Your search for "zz"<b>" did not match any agents.');
  });

  it('has an error state', () => {
    expect(textOf(render('', failed(allAgents)))).toContain('Failed to load agents.');
  });

  it('has a skeleton while loading', () => {
    const html = render('');
    expect(textOf(html)).toContain('Searching...');
    expect(html).toContain('pulse');
  });
});

describe('the agent directory’s meta tags', () => {
  const tags = (search: string, ...queries: LoadedQuery[]) =>
    meta(buildMetaArgs({ search, queries }));

  it('list the agents', () => {
    const json = JSON.stringify(tags('', loaded(allAgents, list([ada]))));
    expect(json).toContain('"@type":"RealEstateAgent","name":"Ada King"');
    expect(json).toContain('https://homes.example/images/ada/full.webp');
    expect(json).not.toContain('noindex');
  });

  it('keep search results out of search engines', () => {
    const query = agentsQuery({ searchTerm: 'ada', page: 1 });
    expect(tags('?searchTerm=ada', loaded(query, list([ada])))).toContainEqual({
      name: 'robots',
      content: 'noindex, follow',
    });
  });
});
