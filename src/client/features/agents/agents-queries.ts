/**
 * Agent directory queries and URL parsing (docs/product/pages.md, Agents).
 */

import { pagePaths } from '#shared/page-paths.ts';
import { listQuery } from '../../api/api-queries.ts';
import { readPage, readSearchTerm } from '../../api/page-data/list-url.ts';

/** The search in the URL of the agents page. */
export interface AgentsSearch {
  /** '' for all agents. */
  searchTerm: string;
  /** From 1. */
  page: number;
}

/** Reads the search from a URL's parameters. Invalid values are ignored. */
export function readAgentsSearch(search: URLSearchParams): AgentsSearch {
  return { searchTerm: readSearchTerm(search), page: readPage(search) };
}

/** Returns the URL of a search. Default values are omitted. */
export function agentsHref(search: AgentsSearch): string {
  return pagePaths.agents(search);
}

/** Fetches one page of the directory. */
export function agentsQuery({ searchTerm, page }: AgentsSearch) {
  return listQuery('GET /users/agents', {
    query: { searchTerm: searchTerm || undefined, page: page === 1 ? undefined : page },
  });
}
