/** The queries, labels, and options of Manage Users (docs/product/dashboard.md, Manage Users). */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { DEFAULT_DASHBOARD_SORT, USER_SORTS, type UserSort } from '#shared/list-sorts.ts';
import type { Role } from '#shared/schemas/user.ts';
import { refreshListings } from '../../property-cards/refresh-listings.ts';
import { listQuery } from '../../api/api-queries.ts';
import type { EndpointKey } from '../../api/api-types.ts';
import { readChoice, readPage, readSearchTerm } from '../../api/page-data/list-url.ts';

/** The search term, filters, sort order, and page in the list's URL. */
export interface UserSearch {
  searchTerm: string;
  role: Role | '';
  /** 'pending' for users who have requested to become agents. */
  agentRequest: 'pending' | '';
  sort: UserSort;
  /** From 1. */
  page: number;
}

/** The labels of the roles, in filter order. */
export const ROLE_LABELS: Record<Role, string> = { user: 'User', agent: 'Agent', admin: 'Admin' };

/** The roles as select options. */
export const ROLE_OPTIONS = (Object.keys(ROLE_LABELS) as Role[]).map((value) => ({
  value,
  label: ROLE_LABELS[value],
}));

export function readUserSearch(search: URLSearchParams): UserSearch {
  return {
    searchTerm: readSearchTerm(search),
    role: readChoice(search, 'role', Object.keys(ROLE_LABELS) as Role[]),
    agentRequest: readChoice(search, 'agentRequest', ['pending']),
    sort: readChoice(search, 'sort', USER_SORTS) || DEFAULT_DASHBOARD_SORT,
    page: readPage(search),
  };
}

/** The sort orders, for narrow screens without table headers. */
export const USER_SORT_OPTIONS: readonly { value: UserSort; label: string }[] = [
  { value: 'createdAt_desc', label: 'Newest first' },
  { value: 'createdAt_asc', label: 'Oldest first' },
  { value: 'name_asc', label: 'Name: A to Z' },
  { value: 'name_desc', label: 'Name: Z to A' },
];

export function usersQuery({ searchTerm, role, agentRequest, sort, page }: UserSearch) {
  return listQuery('GET /users', {
    query: {
      searchTerm: searchTerm || undefined,
      role: role || undefined,
      agentRequest: agentRequest || undefined,
      sort: sort === DEFAULT_DASHBOARD_SORT ? undefined : sort,
      page: page === 1 ? undefined : page,
    },
  });
}

/** Counts the listings of an account: requests one listing because the response has the total. */
export function listingCountQuery(userId: string) {
  return listQuery('GET /properties/all', { query: { agentId: userId, limit: 1 } });
}

/** The endpoints to refetch after a change to accounts. */
const USER_ENDPOINTS = [
  'GET /users',
  'GET /users/agents',
  'GET /users/agents/:id',
  'GET /admin/stats',
] as const satisfies readonly EndpointKey[];

/**
 * Refreshes the lists affected by a change to accounts (docs/product/dashboard.md, Lists);
 * `includesListings` also refreshes lists of listings, for changes that affect them, such as deleting
 * or verifying an agent.
 */
export function useRefreshUsers(): (change: { includesListings: boolean }) => void {
  const queryClient = useQueryClient();
  return useCallback(
    ({ includesListings }) => {
      for (const endpoint of USER_ENDPOINTS) {
        void queryClient.invalidateQueries({ queryKey: [endpoint] });
      }
      if (includesListings) refreshListings(queryClient);
    },
    [queryClient],
  );
}
