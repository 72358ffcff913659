/** The queries of the agents' page, and how its URL is read (docs/product/pages.md, Agents). */

import { pagePaths } from '#shared/page-paths.ts';
import { listQuery } from '../../api/api-queries.ts';
import { readPage, readSearchTerm } from '../../api/page-data/list-address.ts';

/** The search in the URL of the agents page. */
export interface AgentsSearch {
  /** '' for all agents. */
  searchTerm: string;
  /** From 1. */
  page: number;
}

/** Reads a URL; what makes no sense counts as absent. */
export function readAgentsSearch(search: URLSearchParams): AgentsSearch {
  return { searchTerm: readSearchTerm(search), page: readPage(search) };
}

/** The URL of a search, with nothing in it that goes without saying. */
export function agentsHref(search: AgentsSearch): string {
  return pagePaths.agents(search);
}

/** One page of the directory. */
export function agentsQuery({ searchTerm, page }: AgentsSearch) {
  return listQuery('GET /users/agents', {
    query: { searchTerm: searchTerm || undefined, page: page === 1 ? undefined : page },
  });
}
